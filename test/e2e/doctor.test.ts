import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runDoctor } from "../../scripts/doctor/run-doctor.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
} from "../stubs/openai-server.ts";
import {
  startSearchServer,
  type SearchServer,
} from "../stubs/search-server.ts";
import { SEARCH_SERVICES } from "../stubs/search-services.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../stubs/telegram-server.ts";
import { modelVariables } from "./stub-variables.ts";
import { startWorker, type WranglerDev } from "./wrangler-dev.ts";

const KEY = "key-of-the-shop-window-end-to-end";

let directory: string;
let model: OpenAIServer;
let telegram: TelegramServer;
let wikipedia: SearchServer;
let variables: Record<string, string>;
let dev: WranglerDev;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-"));
  [model, telegram, wikipedia] = await Promise.all([
    startOpenAIServer(),
    startTelegramServer(),
    startSearchServer(SEARCH_SERVICES.wikipedia),
  ]);
  variables = {
    ...modelVariables(model),
    TOOLS: "search,calculator,library",
    WIKIPEDIA_BASE_URL: wikipedia.url,
    LIBRARY_KEY: "key-of-the-library-of-tests-end-to-end",
    WEBHOOK_API_KEYS: `shop:${KEY}`,
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_WEBHOOK_SECRET: "webhook-secret-of-the-tests-end-to-end",
    TELEGRAM_API_ROOT: telegram.url,
  };
  dev = await startWorker({ variables });
});
afterAll(async () => {
  await dev?.close();
  await Promise.all([model, telegram, wikipedia].map((each) => each?.close()));
  await rm(directory, { recursive: true });
});

/**
 * Runs the doctor with the running Parley's variables in `.dev.vars`, or
 * others.
 */
async function run(
  given: readonly string[],
  others: Readonly<Record<string, string>> = {},
) {
  const lines = Object.entries({ ...variables, ...others }).map(
    ([name, value]) => `${name}=${value}`,
  );
  await writeFile(join(directory, ".dev.vars"), lines.join("\n"));
  const printed: string[] = [];
  const code = await runDoctor({
    arguments: ["--url", dev.url, ...given],
    environment: {},
    directory,
    print: (line) => void printed.push(line),
    signal: new AbortController().signal,
  });
  const output = printed.join("\n");
  for (const name of Object.keys(variables))
    if (/KEY|TOKEN|SECRET/.test(name))
      expect(output).not.toContain(variables[name]);
  expect(output).not.toContain(KEY);
  return { code, output: output.replaceAll(/\n {4,}(?!→)/g, " ") };
}

describe("npm run doctor under wrangler dev", () => {
  it("passes all stages and cleans up", async () => {
    model.reply("1 2 3 4 5");
    model.reply(action("calculator", "6 * 7"));
    model.reply(finalAnswer("42"));
    const { code, output } = await run([]);
    expect(output).not.toContain("✗");
    expect(code).toBe(0);
    for (const line of [
      "✓ Its configuration matches this one.",
      // The stub answers that quickly.
      "✓ It answers too quickly to tell whether it streams.",
      "✓ Search with wikipedia: ",
      "! Library: it has no documents.",
      "✓ It is answered: “42” (",
      "✓ Sent twice, answered once; delivered, with 2 model calls",
      "✓ Its conversation is deleted.",
      "✓ The bot is @parley_test_bot.",
      "✓ A request without a signature is rejected.",
      "✓ An update with the right secret is accepted.",
    ])
      expect(output).toContain(line);
    expect(telegram.sent).toEqual([]);

    const name = /in (doctor-[\da-f]{8}) is stored/.exec(output)?.[1] ?? "";
    const left = await fetch(`${dev.url}/v1/conversations/${name}`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(left.status).toBe(404);
  });

  it("has the bot answer in the operator's chat on each run", async () => {
    const given = ["--only", "telegram", "--chat", "4711"];
    const before = telegram.sent.length;
    await run(given);
    await telegram.waitForSent(before + 1);
    await run(given);
    const sent = await telegram.waitForSent(before + 2);
    expect(sent.slice(before)).toMatchObject([{ chat: 4711 }, { chat: 4711 }]);
  });

  it("reports differences and each wrong secret", async () => {
    const { code, output } = await run(
      ["--only", "parley,tools,storage,telegram"],
      {
        OPENAI_MODEL: "another",
        LIBRARY_KEY: "another-key-of-the-library-in-these-tests",
        WEBHOOK_API_KEYS: "shop:another-key-of-the-shop-window-in-tests",
        TELEGRAM_WEBHOOK_SECRET: "another-webhook-secret-of-these-tests",
      },
    );
    expect(code).toBe(1);
    for (const line of [
      "! Its configuration differs from this one: model there stub, here another.",
      "✗ Library: HTTP 401",
      "✗ A message was not accepted: HTTP 401",
      "✗ An update with the right secret is not accepted: HTTP 401",
    ])
      expect(output).toContain(line);
  });
});

describe("npm run doctor with a misconfigured Parley", () => {
  it("names the invalid variables", async () => {
    const broken = await startWorker({
      variables: { WEB_CHAT: "open", AGENT_MAX_STEPS: "0" },
    });
    try {
      const { code, output } = await run([
        "--url",
        broken.url,
        "--only",
        "parley,storage",
      ]);
      expect(code).toBe(1);
      expect(output).toContain("✗ It refuses to start: WEB_CHAT must be");
      expect(output).toContain("✗ It refuses to start: AGENT_MAX_STEPS must");
      expect(output).toContain("Skipped: Parley refuses to start.");
    } finally {
      await broken.close();
    }
  });
});
