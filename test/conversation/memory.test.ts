import { expect, it } from "vitest";
import { createMemory } from "../../src/conversation/memory.ts";
import { keys } from "../../src/conversation/state/pieces.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import { describeMemoryContract } from "../contracts/memory-contract.ts";
import { answerTurn, openTurn, turnsOf } from "../contracts/play-turns.ts";
import {
  describeRetentionContract,
  RETENTION_MS,
} from "../contracts/retention-contract.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { createSchedule } from "../fixtures/schedules.ts";
import { createOutcome } from "../fixtures/turns.ts";

const DAY = 86_400_000;

describeMemoryContract("The core", async (work) => {
  await work(createMemory({ store: createMemoryStore() }));
});

describeRetentionContract("The core", async (work) => {
  const store = createMemoryStore<ConversationState>();
  const clock = { at: Date.UTC(2026, 0, 1) };
  const open = () =>
    createMemory({
      store,
      retentionMs: RETENTION_MS,
      now: () => clock.at,
    });
  await work({ open, clock, tidy: () => open().expire() });
});

it("reads the window once a run, and not what the run adds to it", async () => {
  const store = createMemoryStore<ConversationState>();
  const read: string[] = [];
  const memory = createMemory({
    store: {
      ...store,
      async list(query) {
        const pieces = await store.list(query);
        for (const { key } of pieces)
          if (key.startsWith("history/")) read.push(key);
        return pieces;
      },
    },
  });
  await answerTurn(memory, "a");
  await openTurn(memory, "b");
  await memory.beginAttempt("b");
  expect(await turnsOf(memory)).toEqual(["a", "a"]);
  await memory.commitTurn("b", createOutcome());
  await memory.closeTurn("b", { status: "delivered" });
  expect(await turnsOf(memory)).toEqual(["a", "a", "b", "b"]);
  expect(read).toEqual([keys.exchange(1)]);
});

it("keeps the newest eight questions, no longer than their turns", async () => {
  const now = () => 0;
  const store = createMemoryStore<ConversationState>();
  const memory = createMemory({ store, now, retentionMs: DAY });
  const asked = { kind: "cut", approvers: "asker", buttons: [] } as const;
  for (let turn = 1; turn <= 9; turn++) {
    const pause = { ...asked, code: `${turn}` };
    await openTurn(memory, `${turn}`);
    await memory.commitTurn(`${turn}`, createOutcome({ pause, parts: [] }));
  }
  const { questions = [] } = (await memory.readRecord()) ?? {};
  expect(questions.map(({ code }) => code).join("")).toBe("23456789");
  expect(questions[0]?.until).toBe(DAY);
});

it("is woken before a schedule expires, which is kept by writing it again", async () => {
  let at = 0;
  const woken: number[] = [];
  const memory = createMemory({
    store: createMemoryStore(),
    retentionMs: DAY,
    now: () => at,
    wakeBy: async (time) => void woken.push(time),
  });
  const due = 3 * DAY;
  await memory.schedule(createSchedule({ id: "a", due }));
  expect(woken).toEqual([DAY]);
  at = DAY;
  expect(await memory.openDue({ limit: 9 })).toEqual([]);
  expect(await memory.nextDue()).toBe(2 * DAY);
  expect(await memory.listSchedules()).toMatchObject([{ due }]);
});

it("counts the time of all attempts from the first one", async () => {
  let at = 1_000;
  const memory = createMemory({ store: createMemoryStore(), now: () => at });
  await openTurn(memory, "a");
  for (at of [2_000, 9_000])
    expect(await memory.beginAttempt("a")).toMatchObject({ startedAt: 2_000 });
});
