import { afterEach, describe, expect, it } from "vitest";
import type { AgentStyle } from "../../src/agent/styles/agent-style.ts";
import { conversationalReact } from "../../src/agent/styles/text-styles.ts";
import { toolCalling } from "../../src/agent/styles/tool-calling.ts";
import type { Bot } from "../../src/conversation/bot.ts";
import { createStreamingModel } from "../../src/models/openai/openai-model.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
  type RequestBody,
  type StubReply,
} from "../stubs/openai-server.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const MINUTE = 60_000;

let server: OpenAIServer | undefined;
afterEach(async () => {
  await server?.close();
});

/**
 * A conversation with a real model on the stub server, and a clock that alarms
 * advance.
 */
async function setUp(
  respond: (body: RequestBody) => StubReply,
  {
    isOnline = () => true,
    timeoutMs = 10_000,
    style = conversationalReact,
    ...rules
  }: {
    isOnline?: (now: number) => boolean;
    timeoutMs?: number;
    style?: AgentStyle;
  } & Partial<Bot> = {},
) {
  server = await startOpenAIServer({ respond });
  let now = 0;
  const model = createStreamingModel({
    api: "chat",
    apiKey: "sk-test",
    baseUrl: server.url,
    model: "stub",
    maxRetries: 0,
    timeoutMs,
    idleTimeoutMs: timeoutMs,
    fetch: (input, init) =>
      isOnline(now)
        ? fetch(input, init)
        : Promise.reject(new TypeError("fetch failed")),
  });
  const echo = createScriptedTool("echo", (text) => `You said ${text}.`);
  const conversation = setUpConversation([], {
    agent: createAgent({ model, style, tools: [echo] }),
    ...rules,
  });
  const { accept, run, memory, channel } = conversation;
  /** Accepts a message and runs its turn to the end. */
  const ask = async (id: string, text: string) => {
    const shownBefore = channel.shown().length;
    const startedAt = now;
    await accept({ id, text });
    for (;;) {
      const result = await run();
      if (result.kind === "closed") break;
      now += result.delayMs;
    }
    return {
      turn: await memory.findTurn(id),
      /** What the user sees in the end. */
      sent: channel.shown().slice(shownBefore).join(" "),
      tookMs: now - startedAt,
    };
  };
  return {
    ...conversation,
    echo,
    ask,
  };
}

const failure = (
  status: number,
  headers: Record<string, string> = {},
): StubReply => ({ status, headers, body: { error: { message: "No." } } });

/**
 * For stalled models. Others answer at once, but on a busy machine not within
 * this timeout.
 */
const SHORT = { timeoutMs: 100 };

const FAILURES: readonly [string, StubReply, { timeoutMs?: number }?][] = [
  ["status 429", failure(429, { "retry-after": "20" })],
  ["status 500", failure(500)],
  ["status 503", failure(503)],
  ["silence", () => new Promise<never>(() => {}), SHORT],
  [
    "silence after the first words",
    { chunks: ["{", new Promise(() => {})] },
    SHORT,
  ],
  [
    "a stream that is cut in the middle",
    {
      chunks: ['{"action": "Final Answer", "action_input": "Half of'],
      finishReason: null,
      usage: null,
      end: "cut",
    },
  ],
  [
    "a page in the place of a stream",
    {
      status: 200,
      headers: { "content-type": "text/html" },
      body: "<html>Log in</html>",
    },
  ],
  ["bytes that are no stream", { chunks: [{ raw: "data: {{{\n\n" }] }],
];

describe("a model that fails with", () => {
  it.each(FAILURES)(
    "%s is asked again, and answers once",
    async (_, bad, limits) => {
      let requests = 0;
      const { ask, memory } = await setUp(
        () => (++requests <= 2 ? bad : finalAnswer("Whole.")),
        limits,
      );
      const { turn, sent, tookMs } = await ask("1", "Hello?");
      expect(turn).toMatchObject({ status: "delivered", reply: "Whole." });
      expect(sent).toBe("Whole.");
      expect((await memory.recall()).messages).toHaveLength(2);
      expect(tookMs).toBeLessThanOrEqual(2 * MINUTE);
    },
  );

  it.each(FAILURES)(
    "%s every time costs one message two minutes, and the next one nothing",
    async (_, bad, limits) => {
      const { ask } = await setUp(
        (body) => (isAbout(body, "Next?") ? finalAnswer("Next.") : bad),
        limits,
      );
      const { turn, sent, tookMs } = await ask("1", "Hello?");
      expect(turn).toMatchObject({ failure: "model-unreachable" });
      expect(sent).toMatch(/language model.*again in a while/);
      expect(tookMs).toBeGreaterThanOrEqual(MINUTE);
      expect(tookMs).toBeLessThanOrEqual(2 * MINUTE);
      expect(await ask("2", "Next?")).toMatchObject({
        sent: "Next.",
        tookMs: 0,
      });
    },
  );

  it.each<[string, StubReply]>([
    ["an empty reply", { chunks: [] }],
    ["blanks", "  \n "],
    ["a format that nobody knows", '{"action": '],
  ])("%s is told so, and answers at once", async (_, bad) => {
    let requests = 0;
    const { ask } = await setUp(() =>
      ++requests <= 2 ? bad : finalAnswer("Whole."),
    );
    expect(await ask("1", "Hello?")).toMatchObject({
      sent: "Whole.",
      tookMs: 0,
    });
  });
});

it("a minute without network costs no answer", async () => {
  const { ask } = await setUp(() => finalAnswer("Back."), {
    isOnline: (now) => now > MINUTE,
  });
  const { turn, sent } = await ask("1", "Hello?");
  expect(sent).toBe("Back.");
  expect(turn?.attempts).toBeGreaterThan(0);
});

it("waits as long as the provider asks for", async () => {
  let requests = 0;
  const { ask } = await setUp(() =>
    ++requests === 1
      ? failure(429, { "retry-after": "40" })
      : finalAnswer("Now."),
  );
  expect((await ask("1", "Hello?")).tookMs).toBe(40_000);
});

it("does not use a tool again that it used before the model failed", async () => {
  let requests = 0;
  const { ask, echo } = await setUp(() => {
    requests++;
    if (requests === 1) return action("echo", "one");
    return requests === 2 ? failure(500) : finalAnswer("Done.");
  });
  expect((await ask("1", "Hello?")).sent).toBe("Done.");
  expect(echo.inputs).toEqual(["one"]);
});

describe("the user reads the true cause if the provider", () => {
  const refuse = (status: number, error: object): StubReply => ({
    status,
    body: { error: { message: "No.", ...error } },
  });

  it.each<[string, StubReply, string, RegExp]>([
    [
      "refuses the content",
      refuse(400, { code: "content_filter" }),
      "model-filtered",
      /because of its content.*other words/,
    ],
    [
      "withholds the answer",
      { chunks: [], finishReason: "content_filter" },
      "model-filtered",
      /because of its content.*other words/,
    ],
    [
      "has an empty account",
      { status: 200, body: { error: { code: "insufficient_quota" } } },
      "model-quota",
      /no credit left/,
    ],
    [
      "does not know the model",
      refuse(400, { message: "Model Not Exist" }),
      "model-unknown",
      /does not exist/,
    ],
    [
      "finds the message too long",
      refuse(400, { code: "context_length_exceeded" }),
      "model-too-long",
      /too long/,
    ],
    [
      "does not accept the key",
      refuse(401, {}),
      "model-unauthorized",
      /does not accept my key/,
    ],
    [
      "refuses the request",
      refuse(400, {}),
      "model-refused",
      /rejected the request/,
    ],
    ["sends nothing", { chunks: [] }, "model-empty", /empty answer/],
  ])("%s; the next message is answered", async (_, bad, reason, notice) => {
    const { ask } = await setUp((body) =>
      isAbout(body, "Next?") ? finalAnswer("Next.") : bad,
    );
    const { turn, sent, tookMs } = await ask("1", "Hello?");
    expect(turn).toMatchObject({ status: "failed", failure: reason });
    expect(sent).toMatch(notice);
    expect(tookMs).toBe(0);
    expect((await ask("2", "Next?")).sent).toBe("Next.");
  });

  it.each([
    [
      "content_filter",
      conversationalReact,
      '{"action":"Final Answer","action_input":"The first half',
    ],
    ["content_filter", toolCalling, "The first half"],
  ])(
    "withholds the rest of an answer (%s)",
    async (finishReason, style, written) => {
      const reply = { chunks: [written], finishReason };
      const { ask } = await setUp(() => reply, { style });
      const { turn, sent } = await ask("1", "Hello?");
      expect(turn?.status).toBe("delivered");
      expect(sent).toMatch(/^The first half\n\n\*\(The provider .* stopped/);
    },
  );

  it("cuts even the last attempt off", async () => {
    const reply = { chunks: ["The first half"], finishReason: "length" };
    const { ask } = await setUp(() => reply, { style: toolCalling });
    expect((await ask("1", "Hello?")).sent).toMatch(
      /^The first half\n\n\*\(The answer was too long/,
    );
  });
});

it("lets the model write a call again that the provider rejected", async () => {
  let requests = 0;
  const { ask } = await setUp(
    () =>
      ++requests === 1
        ? {
            status: 400,
            body: { error: { message: "No.", code: "tool_use_failed" } },
          }
        : "Whole.",
    { style: toolCalling },
  );
  expect(await ask("1", "Hello?")).toMatchObject({ sent: "Whole.", tookMs: 0 });
});

describe("a prompt that exceeds the model's context", () => {
  /** Accepts requests of up to 7,000 characters. */
  const small =
    (answer: (body: RequestBody) => StubReply) =>
    (body: RequestBody): StubReply =>
      JSON.stringify(body).length > 7_000
        ? {
            status: 400,
            body: {
              error: {
                code: "context_length_exceeded",
                message: `This model's maximum context length is 2048 tokens. However, your messages resulted in ${Math.ceil(JSON.stringify(body).length / 3.4)} tokens.`,
              },
            },
          }
        : answer(body);

  it.each(["summary", "window"] as const)(
    "loses its oldest messages in the same turn (%s)",
    async (memoryStrategy) => {
      const { ask, memory } = await setUp(
        small(({ messages }) =>
          /You keep the notes/.test(String(messages[0]?.content))
            ? "Ann counts."
            : finalAnswer("Counted."),
        ),
        { memoryStrategy, maxHistoryTokens: 6_000 },
      );
      for (let id = 1; id <= 24; id++)
        expect(await ask(`${id}`, `${id} `.repeat(110))).toMatchObject({
          turn: { status: "delivered" },
          tookMs: 0,
        });
      const { messages, summary } = await memory.recall();
      expect(messages.at(-2)?.text).toMatch(/^24 24/);
      expect(messages.length).toBeLessThan(48);
      expect(summary).toBe(
        memoryStrategy === "summary" ? "Ann counts." : undefined,
      );
    },
  );
});

function isAbout({ messages }: RequestBody, text: string): boolean {
  return messages.some(({ content }) => content === text);
}
