import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { waitUntil } from "../../../src/platforms/cloudflare/alarms.ts";
import { ConversationObject } from "../../../src/platforms/cloudflare/conversation-object.ts";
import { GRACE_MS } from "../../../src/types/schedule.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createSchedule } from "../../fixtures/schedules.ts";

const HOUR_MS = 3_600_000;

describe("a conversation with schedules", () => {
  /** In the future, so that no alarm fires unless a test runs it. */
  const start = Date.UTC(2100, 0, 1);
  const clock = { at: start };
  beforeEach(() => {
    clock.at = start;
    vi.spyOn(Date, "now").mockImplementation(() => clock.at);
  });
  afterEach(() => vi.restoreAllMocks());

  const inNewObject = (
    work: (
      open: () => ConversationObject,
      storage: DurableObjectStorage,
    ) => Promise<void>,
  ) =>
    runInDurableObject(
      env.CONVERSATION.getByName(crypto.randomUUID()),
      (_, state) =>
        work(() => new ConversationObject(state, env), state.storage),
    );
  /** As Cloudflare does: it clears the alarm, then calls the object. */
  const fire = async (
    object: ConversationObject,
    storage: DurableObjectStorage,
  ) => {
    clock.at = (await storage.getAlarm()) ?? clock.at;
    await storage.deleteAlarm();
    await object.alarm();
  };
  const repliesOf = async (object: ConversationObject) =>
    ((await object.ask("readRecord"))?.messages ?? []).map(({ text }) => text);
  const daily = (due: number) =>
    createSchedule({
      id: "a",
      start: new Date(due).toISOString().slice(0, 19),
      rule: "FREQ=DAILY",
      due,
    });

  it("is woken for each occurrence, and runs it once", () =>
    inNewObject(async (open, storage) => {
      const due = start + HOUR_MS;
      await open().ask("schedule", daily(due));
      expect(await storage.getAlarm()).toBe(due);
      await fire(open(), storage);
      expect(await repliesOf(open())).toEqual(["⏰ Drink some water"]);
      expect(await storage.getAlarm()).toBe(due + 24 * HOUR_MS);
      // Cloudflare may call an alarm again that has run.
      await open().alarm();
      expect(await repliesOf(open())).toHaveLength(1);
      expect(await storage.getAlarm()).toBe(due + 24 * HOUR_MS);
      await fire(open(), storage);
      expect(await repliesOf(open())).toHaveLength(2);
    }));

  it("keeps the schedule's alarm through other turns, settings and cancelling", () =>
    inNewObject(async (open, storage) => {
      const due = start + HOUR_MS;
      const object = open();
      await object.ask("schedule", daily(due));
      await object.deliver(createMessage({ id: "m", text: "1+1" }));
      expect(await storage.getAlarm()).toBe(start);
      await fire(object, storage);
      expect(await storage.getAlarm()).toBe(due);
      await object.ask("schedule", createSchedule({ id: "b", due: due - 1 }));
      await object.ask("cancelSchedule", "b");
      await fire(object, storage);
      expect(await storage.getAlarm()).toBe(due);
      expect(await repliesOf(object)).toHaveLength(2);
    }));

  it("leaves a turn that waits for its retry waiting", () =>
    inNewObject(async (open, storage) => {
      const object = open();
      await object.deliver(createMessage({ id: "m", text: "1+1" }));
      const until = start + 2 * HOUR_MS;
      await waitUntil(storage, { turn: "m", until });
      await object.ask(
        "schedule",
        createSchedule({ id: "a", due: start + HOUR_MS }),
      );
      expect(await storage.getAlarm()).toBe(start + HOUR_MS);
      await fire(object, storage);
      expect(await repliesOf(object)).toEqual([]);
      expect(await storage.getAlarm()).toBe(until);
      await fire(object, storage);
      await fire(object, storage);
      expect(await repliesOf(object)).toHaveLength(3);
    }));

  it("says after an outage what was skipped", () =>
    inNewObject(async (open, storage) => {
      const due = start + HOUR_MS;
      await open().ask("schedule", daily(due));
      clock.at = due + GRACE_MS + HOUR_MS;
      await storage.deleteAlarm();
      await open().alarm();
      expect(await repliesOf(open())).toEqual([]);
      expect(await storage.getAlarm()).toBe(due + 24 * HOUR_MS);
      await fire(open(), storage);
      const record = await open().ask("readRecord");
      expect(record?.messages).toMatchObject([
        {
          text: "⏰ Drink some water",
          note: expect.stringContaining("skipped"),
        },
      ]);
    }));
});
