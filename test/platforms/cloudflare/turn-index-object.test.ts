import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { createConversationUpkeep } from "../../../src/platforms/cloudflare/alarms.ts";
import { ConversationObject } from "../../../src/platforms/cloudflare/conversation-object.ts";
import { createDurableObjectTurnIndex } from "../../../src/platforms/cloudflare/object-clients.ts";
import { TurnIndexObject } from "../../../src/platforms/cloudflare/turn-index-object.ts";
import { openDurableObjectDatabase } from "../../../src/stores/sqlite/sqlite-database.ts";
import { createIndexedTurn } from "../../contracts/turn-index-contract.ts";
import { NOBODY } from "../../fakes/nobody-told.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { createMessage } from "../../fixtures/messages.ts";

const DAY = 86_400_000;
const EXPIRING = Object.assign({ ...env }, { MEMORY_RETENTION_DAYS: "30" });

it("rows are erased by an alarm, an hour after the oldest has expired", () =>
  runInDurableObject(env.TURN_INDEX.getByName("old"), async (_, state) => {
    const { storage } = state;
    const index = new TurnIndexObject(state, EXPIRING);
    const at = Date.now() - 20 * DAY;
    await index.put([createIndexedTurn({ at })]);
    expect(await storage.getAlarm()).toBe(at + 30 * DAY + 3_600_000);
    storage.sql.exec("UPDATE pieces SET expires = ?", Date.now());
    await index.put([createIndexedTurn({ number: 2, at })]);
    await storage.deleteAlarm();
    await index.alarm();
    const { turns } = await index.list({ limit: 9 });
    expect(turns).toMatchObject([{ number: 2 }]);
    expect(storage.sql.exec("SELECT 1 FROM pieces").toArray()).toHaveLength(2);
    expect(await storage.getAlarm()).toBe(at + 30 * DAY + 3_600_000);
  }));

it("an object sets no alarm where nothing expires", () =>
  runInDurableObject(env.TURN_INDEX.getByName("kept"), async (_, state) => {
    await new TurnIndexObject(state, env).put([createIndexedTurn()]);
    expect(await state.storage.getAlarm()).toBeNull();
  }));

it("a turn that is due does not wait for the index, one that waits is listed", () =>
  runInDurableObject(env.CONVERSATION.getByName("due"), async (_, state) => {
    const { storage } = state;
    const database = openDurableObjectDatabase(storage);
    const memory = createSqliteMemory({ database, isIndexed: true });
    const turnIndex = createDurableObjectTurnIndex(env.TURN_INDEX);
    const upkeep = createConversationUpkeep({
      storage,
      memory: () => memory,
      parts: () => ({
        listing: { turnIndex, model: "" },
        telling: NOBODY,
      }),
    });
    const conversation = "web:due";
    await memory.openTurn(createMessage({ id: "1", conversation }), {
      limit: 1,
    });
    const listed = async () =>
      (await turnIndex.list({ conversation, limit: 1 })).turns;
    // An alarm that is due would run at once.
    const clock = vi.spyOn(storage, "getAlarm");
    clock.mockResolvedValue(Date.now());
    await upkeep.report();
    expect(await listed()).toEqual([]);
    clock.mockResolvedValue(Date.now() + 60_000);
    await upkeep.report();
    expect(await listed()).toMatchObject([{ outcome: "waiting" }]);
  }));

it("an answered turn is listed with its rating and usage at once", () =>
  runInDurableObject(env.CONVERSATION.getByName("rated"), async (_, state) => {
    const conversation = "web:rated";
    const usage = { inputTokens: 5, cachedInputTokens: 0, outputTokens: 1 };
    const object = new ConversationObject(state, env);
    await object.deliver(createMessage({ id: "1", text: "1+1", conversation }));
    await state.storage.deleteAlarm();
    await object.alarm();
    const index = createDurableObjectTurnIndex(env.TURN_INDEX);
    const listed = async () =>
      (await index.list({ conversation, limit: 1 })).turns[0];
    const before = (await listed())?.inputTokens ?? 0;
    await object.addUsage("1", { ...usage, modelCalls: 1 });
    expect((await listed())?.inputTokens).toBe(before + 5);
    await object.rate("1", { thumb: "down" });
    expect(await listed()).toMatchObject({ thumb: "down" });
  }));
