import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import { GRACE_MS, MAX_SCHEDULES } from "../../src/types/schedule.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createSchedule } from "../fixtures/schedules.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { answerTurn, testWith, type WithMemory } from "./play-turns.ts";

const HOUR_MS = 3_600_000;

/** Tests of every `Memory`: what is due later. */
export function describeSchedules(
  subject: string,
  withMemory: WithMemory,
): void {
  const test = testWith(withMemory);
  const openDue = (memory: Memory) => memory.openDue({ limit: 60 });
  const idsIn = async (memory: Memory) =>
    (await memory.listSchedules()).map(({ id }) => id);
  const end = async (
    memory: Memory,
    turn: string,
    announcesMissed?: number,
  ) => {
    await memory.beginAttempt(turn);
    const announcing = announcesMissed === undefined ? {} : { announcesMissed };
    await memory.commitTurn(turn, createOutcome({ parts: [], ...announcing }));
  };

  describe(`${subject} implements Memory (schedules)`, () => {
    test("lists schedules as they are due, and never uses a number twice", async (memory) => {
      const now = Date.now();
      for (const [id, hours] of [
        ["b", 2],
        ["a", 1],
      ] as const)
        await memory.schedule(
          createSchedule({ id, due: now + hours * HOUR_MS }),
        );
      expect(await idsIn(memory)).toEqual(["a", "b"]);
      expect(await memory.nextDue()).toBe(now + HOUR_MS);
      expect(await memory.cancelSchedule("a")).toBe(true);
      expect(await memory.cancelSchedule("a")).toBe(false);
      const made = await memory.schedule(
        createSchedule({ id: "c", due: now + HOUR_MS }),
      );
      expect(made).toMatchObject({
        kind: "scheduled",
        schedule: { number: 3 },
      });
    });

    test("stores a schedule once by its id, also after it has ended", async (memory) => {
      const schedule = createSchedule({ id: "a" });
      await memory.schedule(schedule);
      expect(
        await memory.schedule({ ...schedule, text: "Other" }),
      ).toMatchObject({ kind: "known", schedule });
      expect(await openDue(memory)).toHaveLength(1);
      expect(await memory.schedule(schedule)).toEqual({ kind: "ended" });
      expect(await memory.listSchedules()).toEqual([]);
      expect(await memory.nextDue()).toBeUndefined();
    });

    test("stores no more than the limit", async (memory) => {
      for (let index = 0; index < MAX_SCHEDULES; index++)
        await memory.schedule(createSchedule({ id: `${index}` }));
      expect(await memory.schedule(createSchedule({ id: "more" }))).toEqual({
        kind: "full",
        limit: MAX_SCHEDULES,
      });
    });

    test("opens one turn for an occurrence, which is no user's message", async (memory) => {
      const { due, text } = createSchedule({ id: "a" });
      await memory.schedule(createSchedule({ id: "a", due }));
      await memory.schedule(createSchedule({ id: "b", due: due + HOUR_MS }));
      expect(await openDue(memory)).toEqual([`schedule:a:${due}`]);
      expect(await openDue(memory)).toEqual([]);
      const turn = await memory.nextTurn();
      expect(turn).toMatchObject({
        id: `schedule:a:${due}`,
        message: {
          text,
          origin: { kind: "schedule", id: "a", isText: true },
        },
      });
      expect(await idsIn(memory)).toEqual(["b"]);
    });

    test("moves a rule to its next time, which a change replaces", async (memory) => {
      const due = Date.now();
      const start = new Date(due).toISOString().slice(0, 19);
      const rule = "FREQ=DAILY";
      await memory.schedule(createSchedule({ id: "a", start, rule, due }));
      const [turn = ""] = await openDue(memory);
      const [next] = await memory.listSchedules();
      expect(next?.due).toBe(Math.floor(due / 1_000) * 1_000 + 24 * HOUR_MS);
      expect(await openDue(memory)).toEqual([]);
      await end(memory, turn);
      const when = { timing: { start, timeZone: "UTC" }, due };
      const changed = await memory.changeSchedule("a", { when, text: "Tea" });
      expect(changed).toMatchObject({ id: "a", number: 1, text: "Tea", due });
      expect(changed?.rule).toBeUndefined();
      expect(await memory.changeSchedule("b", { text: "x" })).toBeUndefined();
      await memory.schedule(createSchedule({ id: "c", rule, due: due + 1e9 }));
      expect(await memory.changeSchedule("c", { text: "x" })).toMatchObject({
        rule,
      });
      await memory.cancelSchedule("c");
      // The same schedule and time: that occurrence has been.
      expect(await openDue(memory)).toEqual([]);
      expect(await memory.listSchedules()).toEqual([]);
    });

    test("skips what is late by more than the grace time, and says so once", async (memory) => {
      const now = Date.now();
      const due = now - GRACE_MS - 10 * HOUR_MS;
      const start = new Date(due).toISOString().slice(0, 19);
      await memory.schedule(createSchedule({ id: "once", due: due + 1 }));
      await memory.schedule(
        createSchedule({ id: "often", start, rule: "FREQ=HOURLY", due }),
      );
      await memory.schedule(createSchedule({ id: "new", due: now }));
      expect(await openDue(memory)).toEqual([`schedule:new:${now}`]);
      const [often] = await memory.listSchedules();
      expect(often?.due).toBeGreaterThan(now - GRACE_MS);
      const found = await memory.findMissed();
      expect(found?.missed.map(({ number }) => number)).toEqual([2, 1]);
      await end(memory, `schedule:new:${now}`, (found?.version ?? 0) - 1);
      expect(await memory.findMissed()).toEqual(found);
      await memory.openTurn(createMessage({ id: "said" }), { limit: 60 });
      await end(memory, "said", found?.version);
      expect(await memory.findMissed()).toBeUndefined();
      await memory.changeSchedule("often", { text: "Tea" });
      expect(await memory.findMissed()).toBeUndefined();
      expect(await idsIn(memory)).toEqual(["often"]);
    });

    test("skips what finds the line full, once in what it says", async (memory) => {
      await answerTurn(memory, "said");
      const due = Date.now() - 800_000;
      const start = new Date(due).toISOString().slice(0, 19);
      const rule = "FREQ=MINUTELY;INTERVAL=15";
      await memory.schedule(createSchedule({ id: "a", start, rule, due }));
      expect(await memory.openDue({ limit: 0 })).toEqual([]);
      const when = { timing: { start, timeZone: "UTC", rule }, due: due + 1 };
      await memory.changeSchedule("a", { when });
      expect(await memory.openDue({ limit: 0 })).toEqual([]);
      const { missed = [] } = (await memory.findMissed()) ?? {};
      expect(missed.map(({ due: at }) => at)).toEqual([due]);
      const late = { timing: { start, timeZone: "UTC", rule }, due: due - 2e6 };
      await memory.changeSchedule("a", { when: late });
      expect(await openDue(memory)).toEqual([
        `schedule:a:${Math.floor(due / 1_000) * 1_000}`,
      ]);
    });

    test("opens no second occurrence while the first one waits", async (memory) => {
      const due = Date.now() - 800_000;
      const start = new Date(due).toISOString().slice(0, 19);
      const rule = "FREQ=HOURLY";
      await memory.schedule(createSchedule({ id: "a", start, rule, due }));
      const [turn = ""] = await openDue(memory);
      const when = { timing: { start, timeZone: "UTC", rule }, due: due + 1 };
      await memory.changeSchedule("a", { when });
      expect(await openDue(memory)).toEqual([]);
      await end(memory, turn);
      expect(await memory.nextTurn()).toBeUndefined();
      expect(await idsIn(memory)).toEqual(["a"]);
    });

    test("stops a cancelled occurrence that waits for its turn", async (memory) => {
      await memory.schedule(createSchedule({ id: "a" }));
      const [turn = ""] = await openDue(memory);
      expect(await memory.cancelSchedule("a")).toBe(true);
      expect(await memory.nextOpen()).toMatchObject({ isStopped: true });
      await memory.commitTurn(turn, createOutcome());
      expect(await memory.cancelSchedule("a")).toBe(false);
    });

    test("forgets schedules with everything else", async (memory) => {
      await answerTurn(memory, "said");
      await memory.schedule(createSchedule({ id: "a" }));
      await memory.forget();
      expect(await memory.listSchedules()).toEqual([]);
      expect(await openDue(memory)).toEqual([]);
      expect(await memory.nextDue()).toBeUndefined();
      await memory.schedule(createSchedule({ id: "b" }));
      await memory.forget();
      expect(await openDue(memory)).toEqual([]);
    });

    test("keeps the user's newest message open to edits", async (memory) => {
      await answerTurn(memory, "said");
      await memory.schedule(createSchedule({ id: "a" }));
      const [turn = ""] = await openDue(memory);
      await end(memory, turn);
      const edit = createMessage({ id: "edit", isEdit: true, text: "Other" });
      expect(await memory.openTurn(edit, { limit: 60 })).toMatchObject({
        kind: "opened",
      });
    });
  });
}
