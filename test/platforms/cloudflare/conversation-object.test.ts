import { MAX_ATTEMPTS } from "../../../src/backoff.ts";
import { MAX_OPEN_TURNS } from "../../../src/conversation/accept-message.ts";
import type { Memory } from "../../../src/conversation/memory.ts";
import { ConversationObject } from "../../../src/platforms/cloudflare/conversation-object.ts";
import { createDurableObjectMailbox } from "../../../src/platforms/cloudflare/object-clients.ts";
import { openDurableObjectDatabase } from "../../../src/stores/sqlite/sqlite-database.ts";
import { describeMailboxContract } from "../../contracts/mailbox-contract.ts";
import { describeMemoryContract } from "../../contracts/memory-contract.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

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
  it("goes on after it was thrown out of memory", async () => {
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

  it("tells a sender when too many messages wait, and stores nothing of what is too much", async () => {
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

  it("does not let a new message wait for an alarm that is set for something else", async () => {
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

  it("has room for a message that stops another one when too many wait", async () => {
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

  describe("when a turn is due for a retry later", () => {
    type Act = (object: ConversationObject) => Promise<unknown>;
    /** Runs a turn that fails once, and tells how long its object waits then. */
    const failOnce = async ({
      before = async () => {},
      after = async () => {},
    }: {
      before?: Act;
      /** When it has failed, and its object does not wait yet. */
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
        // One that was due at once may have gone off in the meantime.
        return alarm === null ? 0 : alarm - Date.now();
      });
    };
    const failTurn = async (memory: Memory, id: string) => {
      await memory.openTurn(createMessage({ id }), { limit: 9 });
      await memory.beginAttempt(id);
      const failed = createOutcome({ status: "failed", parts: [] });
      await memory.commitTurn(id, failed);
    };

    it("waits for its time", async () => {
      expect(await failOnce({})).toBeGreaterThan(0);
    });

    it("ends it at once where it is stopped just then", async () => {
      const after: Act = (object) => object.stop("1");
      expect(await failOnce({ after })).toBeLessThan(1);
    });

    it("runs an older one at once that was opened again meanwhile", async () => {
      const before: Act = (object) => object.retry("older");
      expect(await failOnce({ before })).toBeLessThan(1);
    });
  });

  it("has another alarm set when an attempt may kill its process, and tells the user after five", async () => {
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
      // The platform repeats an alarm whose process has died, at least once.
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

  it("creates no tables for a conversation that is only asked about", async () => {
    const conversation = CONVERSATION.getByName("web:nobody");
    expect(await conversation.read()).toBeUndefined();
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
