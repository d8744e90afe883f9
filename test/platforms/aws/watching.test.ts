import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { NO_LIVE_TURN } from "../../../src/platforms/aws/live-state.ts";
import { watchTurn } from "../../../src/platforms/aws/watch-turn.ts";
import { ModelError } from "../../../src/types/errors.ts";
import type { Tool } from "../../../src/types/tool.ts";
import type { TurnEvent } from "../../../src/types/turn.ts";
import { action, createAgent, finalAnswer } from "../../fakes/create-agent.ts";
import {
  createScriptedModel,
  type ScriptedReply,
} from "../../fakes/scripted-model.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { createLocalFunctions } from "./local-functions.ts";

/** Starts a worker with a scripted model and watches its only turn. */
async function watch(
  replies: readonly ScriptedReply[],
  { tools = [] }: { tools?: readonly Tool[] } = {},
) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const functions = await createLocalFunctions();
  const { parts, mailbox } = functions;
  const agent = createAgent({ model: createScriptedModel(replies), tools });
  const source = functions.start({ ...parts, bot: { ...parts.bot, agent } });
  const message = createMessage({ id: "1", text: "Hello" });
  await mailbox.deliver(message);
  const events: TurnEvent[] = [];
  const { signal } = new AbortController();
  const watching = (async () => {
    for await (const event of mailbox.watch(message, { signal }))
      events.push(event);
  })();
  return {
    ...functions,
    message,
    events,
    shows: (check: (event: TurnEvent) => boolean) =>
      vi.waitUntil(() => events.find(check), { timeout: 10_000 }),
    async end() {
      await watching;
      await source.stop();
    },
  };
}

const BEGINNING = '{"action": "Final Answer", "action_input": "Once upon';

describeWithDynamoDb("A watched turn of another process", () => {
  afterEach(() => vi.restoreAllMocks());

  it("streams its answer while the model writes it", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const watched = await watch([[BEGINNING, held, ' a time 🐉."}']]);
    const first = await watched.shows(({ type }) => type === "delta");
    expect(first).toEqual({ type: "delta", offset: 0, text: "Once upon" });
    release();
    await watched.end();
    expect(watched.events.slice(1)).toMatchObject([
      { type: "delta", offset: 9, text: " a time 🐉." },
      { type: "end", turn: { reply: "Once upon a time 🐉." } },
    ]);
  });

  it("takes back prose that led to an action, before its step", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const tool = createScriptedTool("echo", () => "It is.");
    const prose = "Paris is old. It lies on the Seine, as people say. ";
    const watched = await watch(
      [[prose, held, action("echo", "a")], finalAnswer("It is so.")],
      { tools: [tool] },
    );
    await watched.shows(({ type }) => type === "delta");
    release();
    await watched.end();
    const types = watched.events.map((event) =>
      event.type === "delta" ? event.text : event.type,
    );
    expect(types.slice(types.indexOf("step") - 1)).toEqual([
      "",
      "step",
      "It is so.",
      "end",
    ]);
  });

  it("removes the answer from the live state when it ends", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const watched = await watch([[BEGINNING, held, '."}']]);
    await watched.shows(({ type }) => type === "delta");
    release();
    await watched.end();
    const live = watched.parts.conversations.liveStateOf("web:test");
    await vi.waitUntil(async () => (await live.read()).answer === "");
  });

  it("ends for its watchers when its conversation is deleted", async () => {
    const watched = await watch([[BEGINNING, new Promise(() => {})]]);
    await watched.shows(({ type }) => type === "delta");
    await watched.mailbox.forget(watched.message.conversation);
    await watched.end();
    expect(watched.events.at(-1)).toEqual({ type: "forgotten" });
  });

  it("reports the delay before its next attempt", async () => {
    const busy = new ModelError({ kind: "rate-limited", retryAfterMs: 60_000 });
    const watched = await watch([busy]);
    const waiting = await watched.shows(({ type }) => type === "waiting");
    expect(waiting).toMatchObject({ delayMs: expect.any(Number) });
    await watched.mailbox.stop(watched.message);
    await watched.end();
    const told = watched.events.filter(({ type }) => type === "waiting");
    expect(told).toEqual([waiting]);
    expect(watched.events.at(-1)).toMatchObject({
      type: "end",
      turn: { isStopped: true },
    });
  });

  it("ends with the partial answer when stopped", async () => {
    const watched = await watch([[BEGINNING, new Promise(() => {})]]);
    await watched.shows(({ type }) => type === "delta");
    await watched.mailbox.stop(watched.message);
    await watched.end();
    expect(watched.events.at(-1)).toMatchObject({
      type: "end",
      turn: { reply: expect.stringContaining("Once upon"), isStopped: true },
    });
  });

  it("ends when a person takes the conversation over", async () => {
    const watched = await watch([[BEGINNING, new Promise(() => {})]]);
    await watched.shows(({ type }) => type === "delta");
    const taking = { kind: "take-over", operator: "ann" } as const;
    await watched.mailbox.handOver(watched.message.conversation, taking);
    await watched.end();
    expect(watched.events.at(-1)).toMatchObject({
      type: "end",
      turn: { isForPerson: true },
    });
  });

  it("is still polled with pauses if a dead worker left a step count too high", async () => {
    const functions = await createLocalFunctions();
    const { mailbox, parts } = functions;
    const message = createMessage({ id: "1", text: "Hello" });
    await mailbox.deliver(message);
    const { conversations } = parts;
    await conversations
      .liveStateOf(message.conversation)
      .write({ ...NO_LIVE_TURN, turn: "1", steps: 5 });
    // However long the polls take, the pauses are whole.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const pauses = vi.spyOn(globalThis, "setTimeout");
    const caller = new AbortController();
    let reads = 0;
    const watching = watchTurn(message, {
      signal: caller.signal,
      conversations: {
        ...conversations,
        memoryOf: (conversation) => ({
          ...conversations.memoryOf(conversation),
          async findTurn(id) {
            if (++reads === 4) caller.abort(new Error("Seen enough."));
            return conversations.memoryOf(conversation).findTurn(id);
          },
        }),
      },
    });
    await expect(Array.fromAsync(watching)).rejects.toThrow("Seen enough.");
    const waited = pauses.mock.calls.filter(([, ms]) => ms === 100);
    expect(waited).toHaveLength(2);
  });
});
