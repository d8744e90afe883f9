import { afterEach, describe, expect, it } from "vitest";
import { finalAnswer } from "../fakes/create-agent.ts";
import { DEPLOYMENT_SECRET } from "../fixtures/secrets.ts";
import { recordAttack } from "../security/record-attack.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
  type RequestBody,
} from "../stubs/openai-server.ts";
import { createApiClient } from "./api-client.ts";
import { createVisitors } from "./page-visitor.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startWorker, type WranglerDev } from "./wrangler-dev.ts";

const ASKED_FOR = 8_000;
/** Long enough for others to arrive and see what is left. */
const WRITING_MS = 1_000;
const NOTHING_LEFT = "Today's shared budget";
const LARGEST_CALL = ASKED_FOR + 800;

let model: OpenAIServer | undefined;
let dev: WranglerDev | undefined;
afterEach(async () => {
  await dev?.close();
  await model?.close();
});

/**
 * A public page, and a model that uses as many tokens as requested, up to its
 * limit.
 */
async function setUp(variables: Readonly<Record<string, string>>) {
  const spent = { tokens: 0 };
  const respond = async (body: RequestBody) => {
    const prompt = Math.ceil(JSON.stringify(body.messages).length / 4);
    const most = Number(body["max_completion_tokens"] ?? ASKED_FOR);
    const reply = Math.min(ASKED_FOR, most);
    const tokens = prompt + reply;
    spent.tokens += tokens;
    await new Promise((resolve) => setTimeout(resolve, WRITING_MS));
    return {
      chunks: [finalAnswer("A long story.")],
      usage: {
        prompt_tokens: prompt,
        completion_tokens: reply,
        total_tokens: tokens,
      },
    };
  };
  model = await startOpenAIServer({ respond });
  dev = await startWorker({
    variables: {
      ...modelVariables(model),
      WEB_CHAT: "public",
      PARLEY_SECRET: DEPLOYMENT_SECRET,
      ...variables,
    },
  });
  return { spent, url: dev.url, visitors: createVisitors(dev.url) };
}

describe("strangers on the page", () => {
  it(
    "spend at most the day's limit plus one call, even forty at once",
    { timeout: 120_000 },
    async ({ task }) => {
      const { spent, visitors } = await setUp({
        GLOBAL_DAILY_TOKENS: "20000",
        // Strangers may use the whole budget.
        WEB_DAILY_TOKENS: "0",
      });
      const responses: string[] = [];
      const askAt = async (address: string) => {
        const { cookie } = await visitors.arrive({ address });
        const text = "Write 8,000 tokens.";
        const response = await visitors.say(text, cookie, { address });
        responses.push(await response.text());
      };
      // Many wait until the server stops.
      const ask = (address: string) => void askAt(address).catch(() => {});
      for (let index = 0; index < 40; index++) ask("192.0.2.1");
      // A turn that finds the rest reserved is retried for minutes; others ask
      // meanwhile until one is told that nothing is left.
      await eventually(
        "the end of the day's tokens",
        async () => {
          ask("192.0.2.2");
          await new Promise((resolve) => setTimeout(resolve, WRITING_MS));
          return responses.find((text) => text.includes(NOTHING_LEFT));
        },
        { timeoutMs: 55_000 },
      );
      recordAttack(task, "parallelSpending", {
        got: spent.tokens,
        allowed: 20_000 + LARGEST_CALL,
      });
    },
  );

  it("leave the other channels' budget untouched", async ({ task }) => {
    const { spent, url, visitors } = await setUp({
      GLOBAL_DAILY_TOKENS: "60000",
    });
    let last = "";
    for (let index = 0; index < 29; index++) {
      const address = `192.0.2.${index}`;
      const { cookie } = await visitors.arrive({ address });
      const response = await visitors.say("Hello", cookie, { address });
      last = await response.text();
    }
    expect(last).toContain("Today's budget for this channel");
    // A quarter is the default.
    recordAttack(task, "spendingOfStrangers", {
      got: spent.tokens,
      allowed: 15_000 + LARGEST_CALL,
    });
    const api = createApiClient(url);
    const answer = await api.ask({ conversation: "shop", text: "Hello" });
    expect(answer.reply?.text).toBe("A long story.");
  });
});
