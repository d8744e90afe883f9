import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv, promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCodeBlocks, type CodeBlock } from "../docs/markdown.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { findFreePort } from "../stubs/find-free-port.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startWorker, type WranglerDev } from "./wrangler-dev.ts";

/** Origins in the guides. */
const ORIGIN = /http:\/\/localhost:8787|https:\/\/<your worker>/g;
const ADMIN_API_KEY = "kQ8vZ2mX5tR7wB1nJ4hL6pD9uE3yG0aC";
const PARLEY_SECRET = "kQ8vZ2mX5tR7wB1nJ4hL6pD9sF3gC0yE";

/** Inside the repository, so that the examples can import its packages. */
let folder: string;
beforeAll(() => {
  mkdirSync("dist", { recursive: true });
  folder = mkdtempSync(join("dist", "guides-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the examples of the guides, with the demo model", () => {
  let dev: WranglerDev;
  beforeAll(async () => {
    dev = await startWorker({
      variables: { TOOLS: "library,search,calculator", ADMIN_API_KEY },
    });
  });
  afterAll(() => dev?.close());

  it("docs/library.md: adds documents with the script and over HTTP", async () => {
    const [, add, put] = blocksOf("docs/library.md", "sh");
    expect(
      await runShell(
        add?.source.replace(
          "library:add --",
          `library:add -- --url ${dev.url}`,
        ),
        dev,
      ),
    ).toMatch(/added\s+docs\/library\.md/);
    expect(await runShell(put?.source, dev)).toContain("README.md");
  });

  it.each(["docs/tutorial.md", "docs/make-it-yours.md"])(
    "%s: adds the documents of its reader",
    async (page) => {
      const add = blocksOf(page, "sh").find(({ source }) =>
        source.startsWith("npm run library:add"),
      );
      expect(
        await runShell(
          add?.source.replace(
            "library:add --",
            `library:add -- --url ${dev.url}`,
          ),
          dev,
        ),
      ).toContain("In all: ");
    },
  );

  it("docs/openai.md: asks with curl and the openai packages for JavaScript and, if installed, Python", async () => {
    const [curl] = blocksOf("docs/openai.md", "sh");
    expect(await runShell(curl?.source, dev)).toContain("30.06");
    const [typeScript] = blocksOf("docs/openai.md", "ts");
    expect(await runProgram(process.execPath, typeScript, dev)).toContain("42");
    const [python] = blocksOf("docs/openai.md", "python");
    expect(python?.source).toContain('model="parley"');
    if (spawnSync("python3", ["-c", "import openai"]).status === 0)
      expect(await runProgram("python3", python, dev)).toContain("27");
  });

  it("docs/operations.md: lists failed turns, and reports that there is none to retry", async () => {
    const [, list, retry] = blocksOf("docs/operations.md", "sh");
    expect(JSON.parse(await runShell(list?.source, dev))).toEqual({
      turns: [],
      next: null,
    });
    expect(JSON.parse(await runShell(retry?.source, dev))).toMatchObject({
      status: 404,
    });
  });

  it("docs/operations.md: computes a caller's callback secret", async () => {
    const command = blocksOf("docs/operations.md", "sh").at(-1)?.source ?? "";
    const [doctor = ""] = command.split("\n");
    expect(
      await runShell(doctor, dev, {
        PARLEY_SECRET,
        WEBHOOK_API_KEYS: "shop:kQ8vZ2mX5tR7wB1nJ4hL6pD9uE3yG0aC",
      }),
    ).toMatch(/^whsec_/m);
  });
});

it("docs/mcp.md: starts the shop's server, whose tool the model calls", async () => {
  const [server] = blocksOf("docs/mcp.md", "ts");
  const [settings] = blocksOf("docs/mcp.md", "toml");
  const [start, ask] = blocksOf("docs/mcp.md", "sh");
  writeFileSync(join(folder, "shop.ts"), server?.source ?? "");
  writeFileSync(join(folder, "shop.toml"), settings?.source ?? "");
  const port = String(await findFreePort());
  const [, ...command] = (start?.source ?? "")
    .trim()
    .replace("8789", port)
    .split(" ");
  expect(command[0]).toBe("wrangler");
  const shop = spawn(resolve("node_modules/.bin/wrangler"), command.slice(1), {
    cwd: folder,
    detached: true,
    stdio: "ignore",
  });
  const replies = [
    action("shop__find_order", "A-17"),
    finalAnswer("Your order A-17 was sent on Monday."),
  ];
  const model = await startOpenAIServer({
    respond: () => replies.shift() ?? "",
  });
  let dev: WranglerDev | undefined;
  try {
    const url = `http://localhost:${port}/mcp`;
    await eventually("the shop", () =>
      fetch(url).then(
        () => true,
        () => undefined,
      ),
    );
    const { MCP_SERVERS = "" } = parseEnv(
      blocksOf("docs/mcp.md", "").find(({ source }) =>
        source.includes("localhost:8789"),
      )?.source ?? "",
    );
    dev = await startWorker({
      variables: {
        ...modelVariables(model),
        MCP_SERVERS: MCP_SERVERS.replace("http://localhost:8789/mcp", url),
      },
    });
    const answer = await runShell(ask?.source, dev);
    expect(answer).toContain("Order A-17: sent on Monday.");
    expect(answer).toContain("Your order A-17 was sent on Monday.");
  } finally {
    await dev?.close();
    await model.close();
    if (shop.pid !== undefined && shop.exitCode === null) {
      const exited = once(shop, "exit");
      process.kill(-shop.pid, "SIGKILL");
      await exited;
    }
  }
});

function blocksOf(page: string, language: string): readonly CodeBlock[] {
  return readCodeBlocks(page).filter((block) => block.language === language);
}

/**
 * Runs a script. Fails if a command fails.
 * @returns its output
 */
async function runShell(
  source = "exit 1",
  { url }: WranglerDev,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const script = `set -eo pipefail\n${source.replaceAll(ORIGIN, url)}`;
  const { stdout } = await promisify(execFile)("bash", ["-c", script], {
    env: { ...process.env, ADMIN_API_KEY, ...variables },
  });
  return stdout;
}

/** Runs a program after the lines that set its key. */
async function runProgram(
  program: string,
  { language, source }: Pick<CodeBlock, "language" | "source"> = {
    language: "ts",
    source: "process.exit(1)",
  },
  dev: WranglerDev,
): Promise<string> {
  const file = join(folder, `example.${language}`);
  writeFileSync(file, source.replaceAll(ORIGIN, dev.url));
  return runShell(
    `export PARLEY_KEY=$(npm run --silent key)\n'${program}' ${file}`,
    dev,
  );
}
