import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Memory } from "../../../src/conversation/memory.ts";
import { ConversationObject } from "../../../src/platforms/cloudflare/conversation-object.ts";
import { openDurableObjectDatabase } from "../../../src/stores/sqlite/sqlite-database.ts";
import {
  describeRetentionContract,
  RETENTION_MS,
} from "../../contracts/retention-contract.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

const inNewObject = (
  work: (state: DurableObjectState) => Promise<void>,
): Promise<void> =>
  runInDurableObject(
    env.CONVERSATION.getByName(crypto.randomUUID()),
    (_, state) => work(state),
  );

function openExpiring(state: DurableObjectState, now = () => Date.now()) {
  const database = openDurableObjectDatabase(state.storage);
  return createSqliteMemory({ database, retentionMs: RETENTION_MS, now });
}

describeRetentionContract("SQLite memory in a Durable Object", (work) =>
  inNewObject((state) => {
    const clock = { at: Date.UTC(2026, 0, 1) };
    const open = () => openExpiring(state, () => clock.at);
    return work({ clock, open, tidy: () => open().expire() });
  }),
);

describe("a conversation whose turns expire", () => {
  /** In the future, so that no alarm fires unless a test runs it. */
  const start = Date.now() + 100 * DAY;
  const half = DAY / 2;
  const clock = { at: start };
  beforeEach(() => {
    clock.at = start;
    vi.spyOn(Date, "now").mockImplementation(() => clock.at);
  });
  afterEach(() => vi.restoreAllMocks());

  const answer = async (memory: Memory, id: string) => {
    await memory.openTurn(createMessage({ id }), { limit: 9 });
    await memory.commitTurn(id, createOutcome({ parts: [] }));
  };
  const count = ({ storage }: DurableObjectState, kind: string) =>
    storage.sql
      .exec("SELECT key FROM pieces WHERE key LIKE ?", `${kind}/%`)
      .toArray().length;

  it("is erased by an alarm, without new messages", () =>
    inNewObject(async (state) => {
      const { storage } = state;
      const memory = openExpiring(state);
      const object = new ConversationObject(state, env, memory);
      await object.deliver(createMessage({ id: "a", text: "1+1" }));
      await storage.deleteAlarm();
      await object.alarm();
      expect(count(state, "history")).toBe(1);
      clock.at += RETENTION_MS + 0.5 * DAY;
      expect(await storage.getAlarm()).toBe(clock.at);
      await storage.deleteAlarm();
      await object.alarm();
      expect(count(state, "history")).toBe(0);
      expect(count(state, "turn")).toBe(0);
      expect(count(state, "id")).toBe(1);
      const next = (await storage.getAlarm()) ?? 0;
      expect(next).toBeGreaterThanOrEqual(clock.at + DAY);
      clock.at = next;
      await storage.deleteAlarm();
      await object.alarm();
      expect(count(state, "id")).toBe(0);
      expect(await storage.getAlarm()).toBeNull();
    }));

  it("has no alarm without a retention period", () =>
    inNewObject(async (state) => {
      const database = openDurableObjectDatabase(state.storage);
      const memory = createSqliteMemory({ database });
      const object = new ConversationObject(state, env, memory);
      await answer(memory, "a");
      await object.alarm();
      expect(await state.storage.getAlarm()).toBeNull();
    }));

  it("gets an alarm on its next read after a retention period is configured", () =>
    inNewObject(async (state) => {
      const database = openDurableObjectDatabase(state.storage);
      await answer(createSqliteMemory({ database }), "a");
      const settings = { MEMORY_RETENTION_DAYS: String(RETENTION_MS / DAY) };
      const object = new ConversationObject(state, { ...env, ...settings });
      expect(await object.findTurn("a")).toBeDefined();
      await expect
        .poll(() => state.storage.getAlarm())
        .toBe(start + RETENTION_MS + half);
    }));

  it("runs a new message at once, then sets the alarm to expire old turns again", () =>
    inNewObject(async (state) => {
      const memory = openExpiring(state);
      const object = new ConversationObject(state, env, memory);
      await answer(memory, "a");
      await object.alarm();
      clock.at += DAY;
      await object.deliver(createMessage({ id: "b", text: "1+1" }));
      expect(await state.storage.getAlarm()).toBe(clock.at);
      await state.storage.deleteAlarm();
      await object.alarm();
      expect(await memory.findTurn("b")).toMatchObject({ status: "delivered" });
      expect(await state.storage.getAlarm()).toBe(start + RETENTION_MS + half);
    }));

  it.each([
    ["none", null],
    ["one in 20 seconds", start + 20_000],
  ])("keeps the alarm of an open turn: %s", (_, alarm) =>
    inNewObject(async (state) => {
      const memory = openExpiring(state);
      await answer(memory, "a");
      await memory.openTurn(createMessage({ id: "b" }), { limit: 9 });
      await memory.beginAttempt("b");
      if (alarm !== null) await state.storage.setAlarm(alarm);
      const expire = vi.fn(() => memory.expire());
      const object = new ConversationObject(state, env, {
        ...memory,
        expire,
      });
      // Waits for the object's start.
      await state.blockConcurrencyWhile(() => object.findTurn("b"));
      expect(await state.storage.getAlarm()).toBe(alarm);
      expect(expire).not.toHaveBeenCalled();
      await state.storage.deleteAlarm();
    }),
  );

  it("retries listing turns after five minutes, long before turns expire", () =>
    inNewObject(async (state) => {
      const memory = openExpiring(state);
      const unlistedTurns = () => Promise.reject(new Error("Unreachable."));
      const object = new ConversationObject(state, env, {
        ...memory,
        unlistedTurns,
      });
      await answer(memory, "a");
      await state.storage.setAlarm(start + DAY);
      await object.alarm();
      expect(await state.storage.getAlarm()).toBe(start + 5 * MINUTE);
    }));

  it("retries an hour later if expiring turns fails", () =>
    inNewObject(async (state) => {
      const memory = openExpiring(state);
      const expire = () => Promise.reject(new Error("Out of order."));
      await answer(memory, "a");
      const object = new ConversationObject(state, env, { ...memory, expire });
      await object.alarm();
      expect(await state.storage.getAlarm()).toBe(start + 60 * MINUTE);
    }));
});
