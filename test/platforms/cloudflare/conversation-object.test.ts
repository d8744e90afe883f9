import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { MAX_OPEN_TURNS } from "../../../src/conversation/accept/accept-message.ts";
import type { Memory } from "../../../src/conversation/memory.ts";
import {
  createDurableObjectMailbox,
  memoryOf,
} from "../../../src/platforms/cloudflare/conversation-client.ts";
import { ConversationObject } from "../../../src/platforms/cloudflare/conversation-object.ts";
import { MAX_ATTEMPTS } from "../../../src/runtime/backoff.ts";
import { openDurableObjectDatabase } from "../../../src/stores/sqlite/sqlite-database.ts";
import { describeMailboxContract } from "../../contracts/mailbox-contract.ts";
import { describeMemoryContract } from "../../contracts/memory-contract.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";

const { CONVERSATION } = env;

describeMemoryContract("SQLite memory in a Durable Object", (work) =>
  runInDurableObject(CONVERSATION.getByName(crypto.randomUUID()), (_, state) =>
    work(
      createSqliteMemory({
        database: openDurableObjectDatabase(state.storage),
      }),
    ),
  ),
);

describeMailboxContract("Durable Object mailbox", {
  createMailbox: () => createDurableObjectMailbox(CONVERSATION),
  createMessage: (overrides) => createMessage({ text: "1+1", ...overrides }),
  endless: "Who was Noah Answer?",
});

describe("ConversationObject", () => {
  it("remembers the conversation after an eviction", async () => {
    const mailbox = createDurableObjectMailbox(CONVERSATION);
    const first = createMessage({ id: "1", text: "I am Lai Lai" });
    await mailbox.deliver(first);
    await expect
      .poll(() => mailbox.findTurn(first))
      .toMatchObject({ status: "delivered" });
    await evictDurableObject(CONVERSATION.getByName(first.conversation));
    const second = createMessage({ id: "2", text: "Who am I?" });
    await mailbox.deliver(second);
    await expect
      .poll(async () => (await mailbox.findTurn(second))?.reply)
      .toContain("Lai Lai");
  });

  it("rejects a message beyond the limit of open turns, and does not store it", async () => {
    const conversation = CONVERSATION.getByName("web:test");
    await runInDurableObject(conversation, async (object, state) => {
      for (let index = 0; index < MAX_OPEN_TURNS; index++)
        await object.deliver(createMessage({ id: `m${index}` }));
      await state.storage.deleteAlarm();
      expect(await object.deliver(createMessage({ id: "one more" }))).toEqual({
        kind: "full",
        limit: MAX_OPEN_TURNS,
      });
      expect(await object.findTurn("one more")).toBeUndefined();
    });
  });

  it("runs a new message before a later alarm is due", async () => {
    const mailbox = createDurableObjectMailbox(CONVERSATION);
    const message = createMessage({ id: "1", text: "1+1" });
    const conversation = CONVERSATION.getByName(message.conversation);
    await runInDurableObject(conversation, (_, { storage }) =>
      storage.setAlarm(Date.now() + 300_000),
    );
    await mailbox.deliver(message);
    await expect
      .poll(() => mailbox.findTurn(message))
      .toMatchObject({ status: "delivered" });
  });

  it("accepts a stop command beyond the limit of open turns", async () => {
    const conversation = CONVERSATION.getByName("web:test");
    await runInDurableObject(conversation, async (object, state) => {
      for (let index = 0; index < MAX_OPEN_TURNS; index++)
        await object.deliver(createMessage({ id: `m${index}` }));
      await state.storage.deleteAlarm();
      const command = { name: "stop", argument: "" };
      expect(
        await object.deliver(createMessage({ id: "stop", command })),
      ).toMatchObject({ kind: "accepted", turn: { target: "m0" } });
    });
  });

  describe("after a failed attempt", () => {
    type Act = (object: ConversationObject) => Promise<unknown>;
    /** Runs a turn that fails once; returns the delay of the alarm. */
    const failOnce = async ({
      before = async () => {},
      after = async () => {},
    }: {
      before?: Act;
      /** Runs after the failure, before the object sets its alarm. */
      after?: Act;
    }) => {
      const message = createMessage({ id: "1" });
      const stub = CONVERSATION.getByName(message.conversation);
      return runInDurableObject(stub, async (_, state) => {
        const database = openDurableObjectDatabase(state.storage);
        const memory = createSqliteMemory({ database });
        const recall = async () => {
          await before(object);
          throw new Error("Out of order.");
        };
        const object = new ConversationObject(state, env, {
          ...memory,
          recall,
        });
        await failTurn(memory, "older");
        await memory.openTurn(message, { limit: 9 });
        let isDone: Promise<unknown> | undefined;
        const log = vi.spyOn(console, "error").mockImplementation(() => {
          isDone ??= after(object);
        });
        await object.alarm();
        log.mockRestore();
        await isDone;
        const alarm = await state.storage.getAlarm();
        await state.storage.deleteAlarm();
        // An alarm due at once may have fired already.
        return alarm === null ? 0 : alarm - Date.now();
      });
    };
    const failTurn = async (memory: Memory, id: string) => {
      await memory.openTurn(createMessage({ id }), { limit: 9 });
      await memory.beginAttempt(id);
      const failed = createOutcome({ status: "failed", parts: [] });
      await memory.commitTurn(id, failed);
    };

    it("sets an alarm for the retry", async () => {
      expect(await failOnce({})).toBeGreaterThan(0);
    });

    it("sets an immediate alarm if the turn is stopped meanwhile", async () => {
      const after: Act = (object) => object.stop("1");
      expect(await failOnce({ after })).toBeLessThan(1);
    });

    it("sets an immediate alarm if an older turn is reopened meanwhile", async () => {
      const before: Act = (object) => object.retry("older");
      expect(await failOnce({ before })).toBeLessThan(1);
    });
  });

  it("sets an alarm before each retry in case the process dies, and gives up after five attempts", async () => {
    const message = createMessage({ id: "1" });
    const stub = CONVERSATION.getByName(message.conversation);
    await runInDurableObject(stub, async (_, state) => {
      const database = openDurableObjectDatabase(state.storage);
      const memory = createSqliteMemory({ database });
      await memory.openTurn(message, { limit: 9 });
      const at = Date.now();
      const clock = vi.spyOn(Date, "now").mockReturnValue(at);
      const delays: (number | undefined)[] = [];
      const run = (recall: Memory["recall"]): Promise<void> =>
        new ConversationObject(state, env, { ...memory, recall }).alarm();
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const { promise: death, resolve: die } = Promise.withResolvers<void>();
        void run(() => (die(), new Promise(() => {})));
        await death;
        const alarm = await state.storage.getAlarm();
        delays.push(alarm === null ? undefined : (alarm - at) / 1000);
        await state.storage.deleteAlarm();
      }
      // The platform retries the alarm of a dead process at least once.
      expect(delays).toEqual([undefined, 20, 120, 450, 30]);
      await run(() => memory.recall());
      expect(await memory.findTurn("1")).toMatchObject({
        status: "failed",
        reply: expect.stringContaining("Something went wrong on my side"),
      });
      await state.storage.deleteAlarm();
      clock.mockRestore();
    });
  });

  it("tells no reader of a retry that runs that it waits", async () => {
    const message = createMessage({ id: "1" });
    const stub = CONVERSATION.getByName(message.conversation);
    await runInDurableObject(stub, async (_, state) => {
      const database = openDurableObjectDatabase(state.storage);
      const memory = createSqliteMemory({ database });
      await memory.openTurn(message, { limit: 9 });
      await memory.beginAttempt("1");
      const { promise: isRunning, resolve: run } =
        Promise.withResolvers<void>();
      const recall = () => (run(), new Promise<never>(() => {}));
      const object = new ConversationObject(state, env, { ...memory, recall });
      void object.alarm();
      await isRunning;
      const events = await object.watch("1");
      await object.forget();
      expect(await new Response(events).text()).toBe('{"type":"forgotten"}\n');
      await state.storage.deleteAlarm();
    });
  });

  it("creates no tables for reads of an unknown conversation", async () => {
    const conversation = CONVERSATION.getByName("web:nobody");
    expect(
      await memoryOf(CONVERSATION, "web:nobody").readRecord(),
    ).toBeUndefined();
    const tables = await runInDurableObject(conversation, (_, state) =>
      state.storage.sql
        .exec(
          "SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'",
        )
        .toArray(),
    );
    expect(tables).toEqual([]);
  });
});
