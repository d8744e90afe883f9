import { describe, expect, it } from "vitest";
import { createMemory, type Memory } from "../../src/conversation/memory.ts";
import { keys, toPiece } from "../../src/conversation/state/pieces.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import { describeMemoryContract } from "../contracts/memory-contract.ts";
import {
  answerTurn,
  moveTo,
  openTurn,
  turnsOf,
} from "../contracts/play-turns.ts";
import {
  describeRetentionContract,
  RETENTION_MS,
} from "../contracts/retention-contract.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createSchedule } from "../fixtures/schedules.ts";
import { createOutcome, createStep } from "../fixtures/turns.ts";

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

it("reads the window again if a cheap read lacks its last messages", async () => {
  const store = createMemoryStore<ConversationState>();
  const memory = createMemory({
    store: {
      ...store,
      async list(query) {
        const pieces = await store.list(query);
        return query.mayBeStale ? pieces.slice(0, -1) : pieces;
      },
    },
  });
  for (const id of ["a", "b"]) await answerTurn(memory, id);
  expect(await turnsOf(memory)).toEqual(["a", "a", "b", "b"]);
});

it("has no step whose decision a reader did not see", async () => {
  const store = createMemoryStore<ConversationState>();
  const open = () => createMemory({ store });
  await openTurn(open(), "a");
  await open().beginAttempt("a");
  const done = { index: 0, step: createStep({ observation: "2" }) };
  await store.put([toPiece(keys.done(1, 1, 0), done)]);
  expect((await open().findTurn("a"))?.steps).toEqual([]);
});

it("keeps no pages where none are read", async () => {
  const store = createMemoryStore<ConversationState>();
  const memory = createMemory({ store, keepsPages: false });
  await openTurn(memory, "a");
  await memory.beginAttempt("a");
  const url = "https://example.org/";
  const sources = [{ title: "A page", url }];
  await memory.saveSteps("a", 0, [{ ...createStep(), sources }]);
  expect(await memory.wasShown(url)).toBe(false);
});

it("owes no events once nobody is told of them", async () => {
  const store = createMemoryStore<ConversationState>();
  const telling = createMemory({ store, eventTypes: ["message.received"] });
  await openTurn(telling, "a");
  expect(await telling.owedEvents()).toBeDefined();
  expect(await createMemory({ store }).owedEvents()).toBeUndefined();
});

it("changes a note once if two correct it at the same time, and leaves the list that is being sent", async () => {
  const memory = createMemory({ store: createMemoryStore() });
  for (const id of ["a", "b", "list"]) await answerTurn(memory, id);
  await moveTo(memory, "b", "Mei likes tea.\nMei lives in Bonn.");
  await openTurn(memory, "list 2");
  await memory.commitTurn("list 2", createOutcome({ listsNotes: true }));
  const { version = 0 } = (await memory.recallNotes()) ?? {};
  const edits = [1, 2].map((number) => memory.editNote({ version, number }));
  const kinds = (await Promise.all(edits)).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(["edited", "outdated"]);
  expect(await memory.pendingParts("list 2")).toMatchObject([
    { part: { text: "Hi!" } },
  ]);
});

it("has notes of 4,000 characters at most", async () => {
  const memory = createMemory({ store: createMemoryStore() });
  for (const id of ["a", "b"]) await answerTurn(memory, id);
  await moveTo(memory, "b", "Mei likes tea.\nBonn");
  const { version = 0 } = (await memory.recallNotes()) ?? {};
  const change = (length: number) =>
    memory.editNote({ version, number: 1, text: "a".repeat(length) });
  expect(await change(3_996)).toEqual({ kind: "too-long", limit: 4_000 });
  expect(await change(3_995)).toMatchObject({ kind: "edited" });
});

describe("what is due", () => {
  it("is opened once, even if two processes look at the same time", async () => {
    const store = createMemoryStore<ConversationState>();
    const open = () => createMemory({ store });
    const look = async () => {
      const looks = [open(), open()].map((one) => one.openDue({ limit: 9 }));
      return (await Promise.all(looks)).flat();
    };
    await open().schedule(createSchedule({ id: "s" }));
    expect(await look()).toHaveLength(1);
    await openTurn(open(), "a");
    const asked = { until: Date.now() };
    await open().commitTurn("a", createOutcome({ parts: [], asked }));
    expect(await look()).toEqual(["unattended/3"]);
  });

  it("ends with its rule", async () => {
    const due = Date.UTC(2026, 11, 1, 9);
    const store = createMemoryStore<ConversationState>();
    const memory = createMemory({ store, now: () => due });
    const rule = "FREQ=DAILY;UNTIL=20261201T120000Z";
    await memory.schedule(createSchedule({ id: "a", rule, due }));
    expect(await memory.openDue({ limit: 9 })).toHaveLength(1);
    expect(await memory.listSchedules()).toEqual([]);
  });

  it("is no turn that says that nobody came, if all that was said has expired", async () => {
    let at = 0;
    const woken: number[] = [];
    const memory = createMemory({
      store: createMemoryStore(),
      retentionMs: DAY,
      eventTypes: ["conversation.returned"],
      now: () => at,
      wakeBy: async (time) => void woken.push(time),
    });
    await openTurn(memory, "a");
    const asked = { until: 2 * DAY };
    await memory.commitTurn("a", createOutcome({ parts: [], asked }));
    at = 2 * DAY;
    expect(await memory.openDue({ limit: 9 })).toEqual([]);
    expect(await memory.nextDue()).toBeUndefined();
    expect(await memory.owedEvents()).toMatchObject({
      events: [{ type: "conversation.returned" }],
    });
    expect(woken).toEqual([2 * DAY, 2 * DAY]);
  });
});

describe("an answer to a question", () => {
  const pause = {
    kind: "approval",
    code: "abcdef",
    approvers: "asker",
    buttons: [],
  } as const;

  /** The question is asked, and answered by the turn "2". */
  const setUp = async (closing: Parameters<Memory["closeTurn"]>[1]) => {
    const memory = createMemory({ store: createMemoryStore() });
    await openTurn(memory, "1");
    await memory.commitTurn("1", createOutcome({ pause }));
    await memory.closeTurn("1", closing);
    const answers = {
      code: pause.code,
      answer: { kind: "approve" },
      said: "Run it",
    } as const;
    await memory.openTurn(createMessage({ id: "2", answers }), { limit: 9 });
    return memory;
  };
  const sent = { index: 0, receipt: { id: "70" } };

  it("finds the message in which it was asked, if that was sent and is not forgotten", async () => {
    const memory = await setUp({ status: "delivered", sent });
    const card = { receipt: { id: "70" }, part: { text: "Hi!" } };
    expect(await memory.findCard("2")).toEqual(card);
    expect(await memory.findCard("3")).toBeUndefined();
    await memory.forget({ before: "2" });
    expect(await memory.findCard("2")).toBeUndefined();
    const unsent = await setUp({ status: "failed" });
    expect(await unsent.findCard("2")).toBeUndefined();
  });

  it("is held for as long as the question is known", async () => {
    const codesIn = async (memory: Memory) =>
      (await memory.readRecord())?.questions?.map(({ code }) => code);
    const held = createOutcome({ parts: [], by: "person", isHeld: true });
    for (const isForgotten of [false, true]) {
      const memory = await setUp({ status: "delivered", sent });
      expect(await codesIn(memory)).toBeUndefined();
      if (isForgotten) await memory.forget({ before: "2" });
      await memory.takeOver({ name: "anna", silenceMs: 0 });
      await memory.commitTurn("2", held);
      expect(await codesIn(memory)).toEqual(
        isForgotten ? undefined : [pause.code],
      );
    }
  });
});

it("does not expire while another conversation, its home, is written to", async () => {
  let at = 0;
  const store = createMemoryStore<ConversationState>();
  const memory = createMemory({ store, retentionMs: 7 * DAY, now: () => at });
  expect(await memory.changeLink({ kind: "release", name: "b" })).toEqual({});
  await answerTurn(memory, "a");
  await memory.changeLink({ kind: "move", to: "home" });
  const writtenAt = () => store.dump().state?.lastAcceptedAt;
  for (const [time, written] of [
    [DAY, 0],
    [DAY + 1, DAY + 1],
  ] as const) {
    at = time;
    const elsewhere = { kind: "elsewhere", home: "home" };
    expect(await openTurn(memory, `${time}`)).toEqual(elsewhere);
    expect(writtenAt()).toBe(written);
  }
});

it("lets a note be corrected that a linked chat has brought, before it has a window", async () => {
  const memory = createMemory({
    store: createMemoryStore(),
    retentionMs: DAY,
    now: () => 0,
  });
  const member = { name: "b", channel: "web", isUnmerged: true } as const;
  await answerTurn(memory, "a");
  await memory.changeLink({ kind: "take-in", member });
  const { version } = await memory.recall();
  await memory.changeLink({
    kind: "merge",
    name: "b",
    version,
    summary: "Mei likes tea.",
    newestAt: 0,
  });
  const text = "Mei likes coffee.";
  expect(
    await memory.editNote({ version: version + 1, number: 1, text }),
  ).toMatchObject({ kind: "edited", notes: { notes: [text] } });
});

it("gives no number twice to schedules that a chat takes with it when it parts", async () => {
  const memory = createMemory({ store: createMemoryStore() });
  const taken = { ...createSchedule({ id: "a" }), number: 7 };
  await memory.changeLink({ kind: "move", to: "home" });
  await memory.changeLink({ kind: "leave", home: "home", schedules: [taken] });
  await memory.schedule(createSchedule({ id: "b" }));
  const numbers = (await memory.listSchedules()).map(({ number }) => number);
  expect(numbers).toEqual([7, 8]);
});
