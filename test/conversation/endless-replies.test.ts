import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AgentStyleName } from "../../src/agent/styles/agent-style.ts";
import { AGENT_STYLES } from "../../src/agent/styles/agent-styles.ts";
import { toTelegramParts } from "../../src/channels/telegram/to-telegram-parts.ts";
import { boundReplies } from "../../src/models/bound-replies.ts";
import { createOpenAIModel } from "../../src/models/openai/openai-model.ts";
import { createAgent } from "../fakes/create-agent.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { recordAttack } from "../security/record-attack.ts";
import { listen, type ListeningServer } from "../stubs/listen.ts";
import { setUpConversation } from "./set-up-conversation.ts";

vi.spyOn(console, "error").mockImplementation(() => {});

/** The maximum setting. */
const MAX_LENGTH = 100_000;
const TEN_MEGABYTES = 10_000_000;
/**
 * Bytes possibly in flight when the client disconnects, mostly in the buffers
 * of both sockets.
 */
const ON_ITS_WAY = 5_000_000;
/** Half of a Durable Object's limit of 2 MB per row. */
const MAX_ROW_BYTES = 1_000_000;

let server: ListeningServer | undefined;
afterEach(() => server?.close());

/**
 * Writes deltas up to ten megabytes, or until the client disconnects, then
 * answers.
 */
async function* repeat(
  delta: (index: number) => object,
  { before = [] }: { before?: readonly object[] } = {},
): AsyncGenerator<object> {
  yield* before;
  const { length } = JSON.stringify(delta(0));
  for (let index = 0; index * length < TEN_MEGABYTES; index++)
    yield delta(index);
}

/** A model that starts with these replies, then answers properly. */
async function startModel(replies: readonly AsyncIterable<object>[]) {
  const waiting = [...replies];
  const written: number[] = [];
  server = await listen((request, response) => {
    request.resume();
    response.on("error", () => {});
    const index = written.push(0) - 1;
    void stream(
      response,
      waiting.shift() ?? [{ content: "Here I am." }],
      (bytes) => (written[index] = bytes),
    );
  });
  return { url: `${server.url}/v1`, written };
}

async function stream(
  response: ServerResponse,
  deltas: AsyncIterable<object> | Iterable<object>,
  note: (bytes: number) => void,
): Promise<void> {
  const closed = once(response, "close");
  let bytes = 0;
  response.writeHead(200, { "content-type": "text/event-stream" });
  for await (const delta of deltas) {
    if (response.destroyed) return;
    const data = `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
    bytes += data.length;
    note(bytes);
    if (!response.write(data))
      await Promise.race([once(response, "drain"), closed]);
  }
  response.end(
    `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
  );
}

async function play(
  style: AgentStyleName,
  replies: readonly AsyncIterable<object>[],
  { text = "Hello?" } = {},
) {
  const { url, written } = await startModel(replies);
  const tool = createScriptedTool("echo", () => "Echo.");
  const model = boundReplies(
    createOpenAIModel({
      api: "chat",
      apiKey: "test",
      baseUrl: url,
      models: ["endless"],
    }),
    { maxLength: MAX_LENGTH },
  );
  const database = createNodeSqliteDatabase();
  const { accept, run, memory, channel } = setUpConversation([], {
    database,
    agent: createAgent({ model, tools: [tool], style: AGENT_STYLES[style] }),
  });
  channel.split = (markdown) => toTelegramParts(markdown);
  await accept({ id: "a", text });
  await run();
  const turn = await memory.findTurn("a");
  if (turn === undefined) throw new Error("The turn is gone.");
  const [row] = database.query(
    "SELECT max(length(CAST(value AS BLOB))) AS bytes FROM pieces",
  );
  expect(row?.["bytes"]).toBeLessThan(MAX_ROW_BYTES);
  return { turn, tool, written };
}

const WORDS = "一二三四-five-six-seven.".repeat(8);
const piece = (content: string) => repeat(() => ({ content }));

describe("a model that writes ten megabytes", () => {
  it.each<[string, AgentStyleName, AsyncIterable<object>]>([
    ["prose", "conversational-react", piece(WORDS)],
    ["prose", "zero-shot-react", piece(WORDS)],
    ["prose", "tool-calling", piece(WORDS)],
    [
      "an answer in JSON",
      "conversational-react",
      repeat(() => ({ content: WORDS }), {
        before: [{ content: '{"action": "Final Answer", "action_input": "' }],
      }),
    ],
    [
      "an answer after a label",
      "zero-shot-react",
      repeat(() => ({ content: WORDS }), {
        before: [{ content: "Thought: I know.\nFinal Answer: " }],
      }),
    ],
  ])("of %s in %s has its answer cut, and is not read on", async (...args) => {
    const [, style, reply] = args;
    const { turn, written } = await play(style, [reply]);
    expect(turn).toMatchObject({ status: "delivered", steps: [] });
    const answer = turn.reply ?? "";
    expect(answer.length).toBeGreaterThan(MAX_LENGTH - 1_000);
    expect(answer.length).toBeLessThan(MAX_LENGTH + 200);
    expect(answer).toMatch(
      /\n\n\*\(The answer was too long and was cut off here/,
    );
    expect(written[0]).toBeLessThan(ON_ITS_WAY);
  });

  it("has no more of it stored than the bound, and a notice", async ({
    task,
  }) => {
    const { turn } = await play("conversational-react", [piece(WORDS)]);
    recordAttack(task, "endlessReply", {
      got: turn.reply?.length ?? 0,
      allowed: MAX_LENGTH + 200,
    });
  });

  it.each([
    ["take six bytes each in JSON", "\u0001"],
    ["are escaped in HTML", '"'],
  ])("of characters that %s has all of its rows written", async (_, unit) => {
    const { turn } = await play("tool-calling", [piece(unit.repeat(200))]);
    expect(turn).toMatchObject({ status: "delivered", steps: [] });
  });

  it("says so in the user's language, and not within code", async () => {
    const reply = repeat(() => ({ content: "code\n".repeat(40) }), {
      before: [{ content: "```js\n" }],
    });
    const { turn } = await play("tool-calling", [reply], { text: "你好" });
    expect(turn.reply).toMatch(/\n```\n\n\*（回答太长，在这里截断。/);
  });

  it.each<[string, AgentStyleName, (index: number) => object, object[]]>([
    [
      "one call's arguments",
      "tool-calling",
      () => callPiece({ arguments: WORDS }),
      [callPiece({ id: "a", name: "echo", arguments: '{"text": "' })],
    ],
    [
      "one call's arguments, all of them blank",
      "tool-calling",
      () => callPiece({ arguments: " ".repeat(200) }),
      [callPiece({ id: "a", name: "echo", arguments: '{"text": "a"' })],
    ],
    [
      "an action's input",
      "conversational-react",
      () => ({ content: WORDS }),
      [{ content: '{"action": "echo", "action_input": "' }],
    ],
    [
      "reasoning that never ends",
      "conversational-react",
      () => ({ content: WORDS }),
      [{ content: "<think>" }],
    ],
  ])("of %s is asked again", async (_what, style, delta, before) => {
    const { turn, tool, written } = await play(style, [
      repeat(delta, { before }),
    ]);
    expect(turn).toMatchObject({ status: "delivered", reply: "Here I am." });
    expect(turn.steps).toHaveLength(1);
    expect(turn.steps[0]?.observation).toMatch(/could not be read: It was cut/);
    expect(tool.inputs).toEqual([]);
    expect(written[0]).toBeLessThan(ON_ITS_WAY);
  });

  it("does so however often it is asked, and the turn ends", async () => {
    const endless = () =>
      repeat(() => callPiece({ arguments: WORDS }), {
        before: [callPiece({ id: "a", name: "echo", arguments: '{"text":"' })],
      });
    const { turn, written } = await play(
      "tool-calling",
      Array.from({ length: 4 }, endless),
    );
    expect(turn).toMatchObject({ status: "failed", failure: "no-answer" });
    expect(written).toHaveLength(4);
  });

  it("of reasoning that its server tells apart is waited for", async () => {
    const reply = async function* (): AsyncGenerator<object> {
      yield* repeat(() => ({ reasoning_content: WORDS }));
      yield { content: "Thought through." };
    };
    const { turn } = await play("tool-calling", [reply()]);
    expect(turn).toMatchObject({ status: "delivered", steps: [] });
    expect(turn.reply).toBe("Thought through.");
  });
});

describe("a model that makes a thousand calls", () => {
  it.each([
    ["of which the first ones are made", { arguments: '{"text": "a"}' }],
    ["with arguments of their own", { arguments: `{"text": "${WORDS}"}` }],
    ["without arguments", { arguments: "" }],
  ])("%s", async (_which, call) => {
    const calls = Array.from({ length: 1_000 }, (_, index) =>
      callPiece({ ...call, index, id: `call-${index}`, name: "echo" }),
    );
    const { turn } = await play("tool-calling", [toAsync(calls)]);
    expect(turn.status).toBe("delivered");
    expect(turn.steps.length).toBeLessThanOrEqual(10);
    expect(turn.steps.at(-1)?.observation).toMatch(
      /^Only the first 8 of your \d+ calls were made\.$/,
    );
  });
});

it("stops a model whose steps have become too many to be read together", async () => {
  const long = `{"text": "${"x".repeat(25_000)}`;
  const calls = (name: string) =>
    toAsync(
      [0, 1].map((index) =>
        callPiece({
          index,
          id: `${name}${index}`,
          name: "echo",
          arguments: `${long}${name}${index}"}`,
        }),
      ),
    );
  const names = Array.from({ length: 4 }, (_, index) => `n${index}`);
  const { turn } = await play("tool-calling", names.map(calls));
  expect(turn).toMatchObject({ status: "delivered", reply: "Here I am." });
  expect(JSON.stringify(turn.steps).length).toBeLessThan(600_000);
});

function callPiece({
  index = 0,
  id,
  name,
  arguments: written,
}: {
  index?: number;
  id?: string;
  name?: string;
  arguments: string;
}): object {
  const call = { index, id, function: { name, arguments: written } };
  return { tool_calls: [call] };
}

async function* toAsync(deltas: readonly object[]): AsyncGenerator<object> {
  yield* deltas;
}
