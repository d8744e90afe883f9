import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createDescriptionRoutes } from "../../../src/http/description/routes.ts";
import { readBuiltAsset } from "../../fakes/read-built-asset.ts";

const routes = createDescriptionRoutes({ readAsset: readBuiltAsset });

function get(path: string, headers: Record<string, string> = {}) {
  return routes.request(`https://bot.example.org${path}`, { headers });
}

describe("GET /openapi.json", () => {
  it("lets pages of any site fetch the document", async () => {
    const response = await get("/openapi.json");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({ openapi: "3.1.1" });
  });

  it.each(["/openapi.json", "/docs"])(
    "answers 304 to clients that have this version of %s",
    async (path) => {
      const first = await get(path);
      const tag = first.headers.get("etag") ?? "";
      expect(tag).toMatch(/^"[\w-]+"$/);
      const again = await get(path, { "if-none-match": `W/${tag}` });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
      const outdated = await get(path, { "if-none-match": '"another"' });
      expect(outdated.status).toBe(200);
    },
  );
});

describe("GET /docs", () => {
  it("leads Chinese readers to the guide in Chinese", async () => {
    const page = await (await get("/docs")).text();
    const [, guide = ""] = /<a href="([^"]+)" lang="zh"/.exec(page) ?? [];
    const [, file = ""] = /\/blob\/main\/(.+)/.exec(guide) ?? [];
    expect(readFileSync(file, "utf8")).toContain("HTTP 接口");
  });

  it("runs scripts of its own origin only", async () => {
    const response = await get("/docs");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "cache-control": "public, max-age=300",
      "referrer-policy": "no-referrer",
    });
    const page = await response.text();
    const [, script = ""] = /<script src="([^"]+)"><\/script>/.exec(page) ?? [];
    expect(script).toMatch(/^\/assets\/reference-\w{16}\.js$/);
    expect(readFileSync(`dist/public${script}`, "utf8")).toContain(
      "createApiReference",
    );
    expect(page).not.toMatch(/<script>|\son\w+=/);
  });
});
