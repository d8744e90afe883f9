import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOKEN_FILE } from "../../scripts/development-token.ts";
import { runLibrary } from "../../scripts/library/run-library.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
} from "../stubs/openai-server.ts";
import { createApiClient } from "./api-client.ts";
import { DEVELOPMENT_KEY } from "./development-key.ts";
import { modelVariables } from "./stub-variables.ts";
import { startWorker, type WranglerDev } from "./wrangler-dev.ts";

const TOOLS = "library,search,calculator";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-"));
  // The same token as this checkout's.
  await writeFile(join(directory, TOKEN_FILE), DEVELOPMENT_KEY);
  await writeFile(
    join(directory, "returns.md"),
    "# Returns\n\nSend a parcel back within 30 days.\n",
  );
  await writeFile(
    join(directory, "汇率.md"),
    "# 汇率\n\n今天的美元汇率是 7.1。\n",
  );
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs `npm run library:add` for both documents. */
async function add(url: string, environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const code = await runLibrary({
    arguments: ["add", "returns.md", "汇率.md", "--url", url],
    environment,
    directory,
    print: (line) => void lines.push(line),
  });
  return { code, output: lines.join("\n") };
}

describe("the library under wrangler dev, with the demo model", () => {
  let dev: WranglerDev;
  beforeAll(async () => {
    dev = await startWorker({ variables: { TOOLS } });
  });
  afterAll(() => dev?.close());

  it("answers from the operator's documents in English and Chinese, even after a restart", async () => {
    expect(await add(dev.url)).toMatchObject({
      code: 0,
      output: expect.stringContaining("In all: 2 added."),
    });
    const api = createApiClient(dev.url);
    for (const text of [
      "How do I return a parcel?",
      "When must a parcel be sent back?",
    ]) {
      const turn = await api.ask({ conversation: "en", text });
      expect(turn.steps).toMatchObject([{ tool: "library" }]);
      expect(turn.reply?.text).toContain("Send a parcel back within 30 days.");
    }
    await dev.kill();
    await dev.restart();
    const turn = await api.ask({
      conversation: "zh",
      text: "今天的汇率是多少？",
    });
    expect(turn.reply?.text).toContain("今天的美元汇率是 7.1。");
    expect((await add(dev.url)).output).toContain("In all: 2 unchanged.");
  });

  it("rejects changes without the key", async () => {
    const { code, output } = await add(dev.url, { LIBRARY_KEY: "wrong" });
    expect(code).toBe(1);
    expect(output).toContain("rejects this key");
    expect((await fetch(`${dev.url}/library/documents`)).status).toBe(401);
  });
});

describe.each([
  {
    readme: "README.md",
    answer: "The worker then deletes its texts from the table",
  },
  { readme: "README.zh-CN.md", answer: "在收到 30 天后到期" },
])("the example of $readme", ({ readme, answer }) => {
  it("is answered from the documents, not from the example itself", async () => {
    const text = await readFile(readme, "utf8");
    const files = /npm run library:add -- (.+)/.exec(text)?.[1] ?? "";
    const body = /-d '(\{"conversation".+\})'/.exec(text)?.[1] ?? "";
    const dev = await startWorker({ variables: { TOOLS } });
    try {
      const code = await runLibrary({
        arguments: ["add", ...globSync(files.split(" ")), "--url", dev.url],
        environment: { LIBRARY_KEY: DEVELOPMENT_KEY },
        directory: process.cwd(),
        print: () => undefined,
      });
      expect(code).toBe(0);
      const turn = await createApiClient(dev.url).ask(
        JSON.parse(body) as { conversation: string; text: string },
      );
      expect(turn.reply?.text).toContain(answer);
    } finally {
      await dev.close();
    }
  });
});

describe("the library with a model", () => {
  let model: OpenAIServer;
  let dev: WranglerDev;
  beforeAll(async () => {
    model = await startOpenAIServer();
    dev = await startWorker({
      variables: {
        ...modelVariables(model),
        LIBRARY_KEY: "key-of-the-library-in-these-tests",
        TOOLS,
      },
    });
  });
  afterAll(async () => {
    await dev?.close();
    await model?.close();
  });

  it("shows the model its passages, or its topics if it finds nothing", async () => {
    const key = { LIBRARY_KEY: "key-of-the-library-in-these-tests" };
    expect((await add(dev.url, key)).code).toBe(0);
    model.reply(action("library", "telephone number"));
    model.reply(action("library", "美元汇率"));
    model.reply(finalAnswer("7.1."));
    const turn = await createApiClient(dev.url).ask({
      conversation: "1",
      text: "How many 元 for a dollar?",
    });
    expect(turn.reply?.text).toBe("7.1.");
    expect(turn.steps.map(({ observation }) => observation)).toEqual([
      'Nothing found for "telephone number" in the library. Try other words, or look elsewhere. The library has: Returns; 汇率.',
      "1. 汇率\n今天的美元汇率是 7.1。",
    ]);
    expect(model.requests[0]?.body.messages[0]?.content).toContain(
      "- library: ",
    );
  });
});
