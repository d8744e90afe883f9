import { afterEach, describe, expect, it } from "vitest";
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
  }: { isOnline?: (now: number) => boolean; timeoutMs?: number } = {},
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
    agent: createAgent({ model, tools: [echo] }),
  });
  const { accept, run, memory, channel } = conversation;
  /** Accepts a message and runs its turn to the end. */
  const ask = async (id: string, text: string) => {
    const sentBefore = channel.sent.length;
    const startedAt = now;
    await accept({ id, text });
    for (;;) {
      const result = await run();
      if (result.kind === "closed") break;
      now += result.delayMs;
    }
    return {
      turn: await memory.findTurn(id),
      sent: channel.sent.slice(sentBefore).join(" "),
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
  ["status 429", failure(429, { "retry-after": "40" })],
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
    "%s every time costs one message ten minutes, and the next one nothing",
    async (_, bad, limits) => {
      const { ask } = await setUp(
        (body) => (isAbout(body, "Next?") ? finalAnswer("Next.") : bad),
        limits,
      );
      const { turn, sent, tookMs } = await ask("1", "Hello?");
      expect(turn).toMatchObject({ failure: "model-unreachable" });
      expect(sent).toMatch(/^I could not reach my language model/);
      expect(tookMs).toBeGreaterThanOrEqual(9 * MINUTE);
      expect(tookMs).toBeLessThanOrEqual(11 * MINUTE);
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

function isAbout({ messages }: RequestBody, text: string): boolean {
  return messages.some(({ content }) => content === text);
}
