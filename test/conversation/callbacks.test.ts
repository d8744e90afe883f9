import { describe, expect, it } from "vitest";
import { API_CHANNEL } from "../../src/channels/create-channels.ts";
import { endWaiting } from "../../src/conversation/accept/accept-message.ts";
import { runTurn } from "../../src/conversation/run-turn.ts";
import {
  MAX_ATTEMPTS,
  MAX_ATTEMPTS_WITH_NOTICE,
} from "../../src/runtime/backoff.ts";
import type { Callback } from "../../src/types/callback-queue.ts";
import type { Channel } from "../../src/types/channel.ts";
import { ModelError } from "../../src/types/errors.ts";
import { createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createBot } from "../fakes/create-bot.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { createRecordingChannel } from "../fakes/recording-channel.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createSqliteMemory } from "../fakes/sqlite-memory.ts";
import { loggedEvents } from "../fixtures/log.ts";
import { createMessage } from "../fixtures/messages.ts";

const URL = "https://hooks.example.com/parley";

/**
 * A conversation of the webhook channel whose callback queue fails so often.
 */
function setUp({ answers = ["Hi!", "Hi!"], failures = 0 } = {}) {
  const enqueued: string[] = [];
  let left = failures;
  const channel: Channel = API_CHANNEL;
  const callbacks = {
    async enqueue(callback: Callback) {
      const { conversation, id } = callback;
      const url = "url" in callback ? callback.url : "";
      if (left-- > 0) throw new Error("The queue is away.");
      enqueued.push([conversation, id, url].join(" "));
    },
  };
  const memory = createSqliteMemory({ database: createNodeSqliteDatabase() });
  const model = createScriptedModel([
    ...answers.map((text) => finalAnswer(text)),
    ...Array.from(
      { length: MAX_ATTEMPTS },
      () => new ModelError({ kind: "unreachable" }),
    ),
  ]);
  const bot = createBot({ agent: createAgent({ model }) });
  return {
    enqueued,
    memory,
    channel,
    accept: (id: string, hasCallback = true) =>
      memory.openTurn(
        createMessage({
          id,
          conversation: "webhook:shop:1",
          channel: "webhook",
          ...(hasCallback && { callbackUrl: URL }),
        }),
        { limit: 50 },
      ),
    run: async ({ dies = false, through = channel } = {}) => {
      const turn = await memory.nextTurn();
      if (turn === undefined) throw new Error("Nothing is left to run.");
      const process = new AbortController();
      const kill = async () => {
        process.abort(new Error("The process is dead."));
        process.signal.throwIfAborted();
      };
      return runTurn({
        turn,
        bot,
        memory,
        channel: through,
        callbacks: dies ? { enqueue: kill } : callbacks,
        publish: () => {},
        signal: process.signal,
      });
    },
  };
}

const TOLD = `webhook:shop:1 m1 ${URL}`;

describe("a caller with a callback", () => {
  it("is notified before the turn is closed", async () => {
    const { accept, run, enqueued, memory } = setUp();
    await accept("m1");
    expect(await run()).toEqual({ kind: "closed" });
    expect(enqueued).toEqual([TOLD]);
    expect(await memory.findTurn("m1")).toMatchObject({ status: "delivered" });
  });

  it("is not notified if the message has no callback", async () => {
    const { accept, run, enqueued } = setUp();
    await accept("m1", false);
    expect(await run()).toEqual({ kind: "closed" });
    expect(enqueued).toEqual([]);
  });

  it("is notified later, and once, if the queue is unreachable", async () => {
    const { accept, run, enqueued, memory } = setUp({ failures: 1 });
    await accept("m1");
    expect(await run()).toEqual({ kind: "later", delayMs: 2_000 });
    expect(await memory.findTurn("m1")).toMatchObject({ status: "answered" });
    expect(await run()).toEqual({ kind: "closed" });
    expect(enqueued).toEqual([TOLD]);
    expect(loggedEvents()).toEqual(["callback not queued"]);
  });

  it("hears nothing, and the next turns run, once the queue has failed five times", async () => {
    const { accept, run, enqueued, memory } = setUp({ failures: MAX_ATTEMPTS });
    await accept("m1");
    for (const delayMs of [2_000, 20_000, 120_000, 450_000])
      expect(await run()).toEqual({ kind: "later", delayMs });
    expect(await run()).toEqual({ kind: "closed" });
    expect(enqueued).toEqual([]);
    expect(await memory.findTurn("m1")).toMatchObject({ status: "failed" });
    expect(await memory.nextTurn()).toBeUndefined();
  });

  it("is notified after the parts of a reply that is sent, each of them once", async () => {
    const { accept, run, enqueued, memory } = setUp({ failures: 1 });
    const through = createRecordingChannel();
    await accept("m1");
    expect((await run({ through })).kind).toBe("later");
    expect(await run({ through })).toEqual({ kind: "closed" });
    expect(through.sent).toHaveLength(1);
    expect(enqueued).toEqual([TOLD]);
    expect(await memory.findTurn("m1")).toMatchObject({ status: "delivered" });
  });

  it("hears about a message that has failed", async () => {
    const { accept, run, enqueued, memory } = setUp({ answers: [] });
    await accept("m1");
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++)
      expect((await run()).kind).toBe("later");
    expect(await run()).toEqual({ kind: "closed" });
    expect(enqueued).toEqual([TOLD]);
    expect(await memory.findTurn("m1")).toMatchObject({ status: "failed" });
  });

  it("hears about a message that was given up because it kills the process", async () => {
    const { accept, run, enqueued, memory } = setUp();
    await accept("m1");
    for (let attempt = 0; attempt < MAX_ATTEMPTS_WITH_NOTICE; attempt++)
      await memory.beginAttempt("m1");
    for (let time = 0; time < 2; time++)
      expect(await run()).toEqual({ kind: "closed" });
    expect(enqueued).toEqual([TOLD]);
    expect(await memory.findTurn("m1")).toMatchObject({
      status: "failed",
      reply: "",
    });
    expect(await memory.nextTurn()).toBeUndefined();
    expect(loggedEvents()).toEqual(["turn given up"]);
  });

  it("does not block the next turns if the callback kills the process", async () => {
    const { accept, run, memory } = setUp();
    await accept("m1");
    let runs = 0;
    while ((await memory.nextTurn()) !== undefined) {
      await run({ dies: true }).catch(() => {});
      if (++runs > 3 * MAX_ATTEMPTS_WITH_NOTICE) break;
    }
    expect(await memory.findTurn("m1")).toMatchObject({ status: "failed" });
    expect(await memory.nextTurn()).toBeUndefined();
  });

  it("does not block the next turns if the delivery kills the process", async () => {
    const { accept, run, memory } = setUp();
    await accept("m1");
    await run({ dies: true }).catch(() => {});
    for (let attempt = 1; attempt < MAX_ATTEMPTS_WITH_NOTICE; attempt++)
      await memory.beginAttempt("m1");
    expect(await memory.findTurn("m1")).toMatchObject({ status: "answered" });
    expect(await run()).toEqual({ kind: "closed" });
    expect(await memory.nextTurn()).toBeUndefined();
  });

  it("hears about a message that was stopped while waiting, when it is due", async () => {
    const { accept, run, enqueued, memory, channel } = setUp();
    await accept("m0", false);
    await accept("m1");
    await memory.stopTurn("m1");
    const channels = { find: async () => channel };
    await endWaiting("m1", { memory, channels });
    expect(await memory.findTurn("m1")).toMatchObject({
      status: "answered",
      isStopped: true,
    });
    expect(enqueued).toEqual([]);
    for (let time = 0; time < 2; time++)
      expect(await run()).toEqual({ kind: "closed" });
    expect(enqueued).toEqual([TOLD]);
    expect(await memory.nextTurn()).toBeUndefined();
  });

  it("does not hear about a message that was forgotten", async () => {
    const { accept, run, enqueued, memory } = setUp({ failures: 1 });
    await accept("m1");
    expect((await run()).kind).toBe("later");
    await memory.forget();
    expect(await memory.nextTurn()).toBeUndefined();
    expect(enqueued).toEqual([]);
  });
});
