import { env } from "cloudflare:workers";
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { MAX_OPEN_TURNS } from "../../../src/platforms/cloudflare/conversation-object.ts";
import { createDurableObjectMailbox } from "../../../src/platforms/cloudflare/durable-object-mailbox.ts";
import { openDurableObjectDatabase } from "../../../src/platforms/cloudflare/sqlite-database.ts";
import { createSqliteMemory } from "../../../src/platforms/cloudflare/sqlite-memory.ts";
import { describeMailboxContract } from "../../contracts/mailbox-contract.ts";
import { describeMemoryContract } from "../../contracts/memory-contract.ts";
import { createMessage } from "../../fixtures/messages.ts";

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
