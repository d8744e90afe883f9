import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { recordAttack } from "../security/record-attack.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { DEVELOPMENT_KEY } from "./development-key.ts";
import { startDev } from "./wrangler-dev.ts";

const dev = await startDev();
closeAfterAll(dev);

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${dev.url}${path}`, {
    headers: { accept: "text/html", ...headers },
    redirect: "manual",
  });

/** Miniflare uses it as the URL of every request. */
const forged = (path: string) => ({
  "mf-original-url": `http://localhost:8787${path}`,
});

describe("Parley in development", () => {
  it("opens its page by the link in its log, without leaving the token in the URL", async () => {
    await expect
      .poll(() => dev.log())
      .toContain(`${dev.url}/?token=${DEVELOPMENT_KEY}`);
    const linked = await open(`/?token=${DEVELOPMENT_KEY}`);
    expect(linked.status).toBe(303);
    expect(linked.headers.get("location")).toBe("/");
    expect(linked.headers.get("cache-control")).toBe("no-store");
    expect(linked.headers.get("referrer-policy")).toBe("no-referrer");
    const cookie = linked.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(cookie).not.toContain(DEVELOPMENT_KEY);
    expect(await (await open("/", { cookie })).text()).toMatch(/page-\w+\.js/);
  });

  it.each(["/", "/?token=", "/?token=development-key", "/web/conversation"])(
    "answers 403 with a hint to the printed link: %s",
    async (path) => {
      for (const headers of [{}, forged(path)]) {
        const response = await open(path, headers);
        expect(response.status).toBe(403);
        expect(await response.text()).toContain(
          "Open the link that npm run dev printed",
        );
      }
    },
  );

  it("rejects requests without the token, even with a forged URL", async ({
    task,
  }) => {
    const paths = ["/v1/conversations", "/openai/v1/models"];
    const attack = async (authorization: string, from = paths) => {
      const statuses = await Promise.all(
        from.flatMap((path) =>
          [{}, forged(path)].map(
            async (headers) =>
              (await open(path, { ...headers, authorization })).status,
          ),
        ),
      );
      return statuses.filter((status) => status < 400).length;
    };
    const published = await attack("Bearer development-key", [
      ...paths,
      "/?token=development-key",
    ]);
    recordAttack(task, "publishedKey", { got: published, allowed: 0 });
    const withoutKey =
      (await attack("", [...paths, "/"])) + (await attack("Bearer "));
    recordAttack(task, "forgedAddress", { got: withoutKey, allowed: 0 });
  });

  it("hides its token from the process list", async () => {
    const commandsWith = (text: string) =>
      readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map((id) => readCommand(id))
        .filter((command) => command.includes(text));
    expect(commandsWith("parley-")).not.toEqual([]);
    // Another test file may run `curl` with the token at the same time.
    await expect.poll(() => commandsWith(DEVELOPMENT_KEY)).toEqual([]);
  });
});

/** Empty if the process has ended. */
function readCommand(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
