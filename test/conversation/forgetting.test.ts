import { describe, expect, it } from "vitest";
import { createMemory, type Memory } from "../../src/conversation/memory.ts";
import { ConversationBusyError } from "../../src/conversation/state/document.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import { moveTo, openTurn } from "../contracts/play-turns.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createSchedule } from "../fixtures/schedules.ts";
import { createOutcome, createStep } from "../fixtures/turns.ts";

const DAY = 86_400_000;

describe("what expires", () => {
  it.each([
    ["an answer", answer, fail],
    ["a failure", fail, answer],
  ])(
    "is erased to the last piece, and nothing else; first is kept: %s",
    async (_, first, second) => {
      const { open, clock, keys, ids } = setUp({ retentionMs: 2 * DAY });
      const memory = open();
      await answer(memory, "old");
      await fail(memory, "old failure");
      await answer(memory, "old edit", { edits: "old" });
      const old = keys();
      clock.at += DAY;
      await first(memory, "new");
      await second(memory, "newer");
      await fail(memory, "newest");
      await memory.schedule(createSchedule({ id: "a", due: clock.at + DAY }));
      await memory.changeSettings({ instructions: "Be brief." });
      const added = keys().filter((key) => !old.includes(key));
      const { version, messages } = await memory.recall();
      const to = (messages.at(-1)?.sequence ?? 0) + 1;
      await moveTo(memory, first === answer ? "new" : "newer", "About old");
      clock.at += DAY;
      expect(await memory.expire()).toBe(clock.at + 1.5 * DAY);
      expect(keys()).toEqual(added);
      expect(await open().moveWindow({ version: version + 1, to })).toBe(false);
      expect(await open().forget()).toMatchObject({
        messages: 2,
        turns: 3,
        failedTurns: 2,
      });
      expect(keys()).toEqual([]);
      expect(ids().every((known) => "forgotten" in known)).toBe(true);
    },
  );

  it("is erased between messages that are kept", async () => {
    const { open, clock, keys } = setUp({ retentionMs: 2 * DAY });
    const memory = open();
    await fail(memory, "a");
    clock.at += DAY;
    await answer(memory, "b");
    await memory.reopenTurn("a");
    await memory.beginAttempt("a");
    const [alone] = createOutcome().history;
    const history = alone ? [alone] : [];
    await memory.commitTurn("a", createOutcome({ parts: [], history }));
    await answer(memory, "c");
    clock.at += DAY;
    await memory.expire();
    expect(keys().filter((key) => key.startsWith("history/"))).toEqual([
      "history/000000001",
      "history/000000004",
    ]);
    expect(await open().forget()).toMatchObject({ messages: 4, turns: 2 });
  });

  it("is erased a hundred turns at a time, at once if all is forgotten", async () => {
    const { open, clock, keys } = setUp({ retentionMs: 2 * DAY });
    const memory = open();
    for (let count = 0; count < 301; count++) await fail(memory, `${count}`);
    clock.at += 3 * DAY;
    expect(await memory.expire()).toBe(clock.at + 300_000);
    expect(keys().filter((key) => key.startsWith("failed/"))).toHaveLength(201);
    expect(await open().forget()).toMatchObject({ turns: 0 });
    expect(keys()).toEqual([]);
    expect(await open().expire()).toBe(15 * DAY);
  });
});

describe("what expires later", () => {
  it("are no turns that were merged into others", async () => {
    const { open, clock, keys } = setUp({ retentionMs: 2 * DAY });
    const memory = open();
    for (const id of ["a", "b"]) await openTurn(memory, id);
    await memory.mergeTurns("a", ["b"], createMessage({ id: "a" }));
    await memory.commitTurn("a", createOutcome({ parts: [] }));
    await answer(memory, "c");
    clock.at += 2 * DAY;
    await memory.expire();
    expect(keys()).toEqual([]);
  });

  it("are settings, if anything expires", async () => {
    for (const retentionMs of [0, 2 * DAY]) {
      const { open, clock, keys } = setUp({ retentionMs });
      await open().changeSettings({ instructions: "Be brief." });
      const isKept = retentionMs === 0;
      expect(await open().expire()).toBe(
        isKept ? undefined : clock.at + 2.5 * DAY,
      );
      clock.at += 2 * DAY;
      expect(await open().expire()).toBeUndefined();
      expect(keys()).toHaveLength(isKept ? 1 : 0);
    }
  });

  it("is taken out of the index, even if it was never in there", async () => {
    const { open, clock } = setUp({ retentionMs: 2 * DAY, isIndexed: true });
    await answer(open(), "a");
    clock.at += 2 * DAY;
    expect(await open().unlistedTurns()).toMatchObject({
      turns: [],
      gone: [{ from: 1, to: 1 }],
    });
  });
});

describe("/forget", () => {
  it("keeps the turns that came after it, if it is tried again", async () => {
    const { open, clock, keys, woken } = setUp();
    const memory = open();
    await answer(memory, "a");
    await fail(memory, "b");
    await memory.schedule(createSchedule({ id: "s", due: 20 * DAY }));
    await openTurn(memory, "open");
    await memory.commitTurn(
      "open",
      createOutcome({ status: "failed", history: [] }),
    );
    const old = keys();
    clock.at += DAY;
    await fail(memory, "forget");
    const since = (clock.at += DAY);
    await answer(memory, "c");
    clock.at += DAY;
    await answer(memory, "d");
    await fail(memory, "e");
    const added = keys().filter((key) => !old.includes(key));
    await memory.takeOver({ name: "anna", silenceMs: 0 });
    await memory.reopenTurn("forget");
    expect(await memory.forget({ before: "forget" })).toEqual({
      messages: 2,
      turns: 3,
      openTurns: [],
      failedTurns: 2,
      hadSettings: false,
    });
    expect(woken).toEqual([20 * DAY]);
    const last = keys().filter((key) => key.startsWith("failed/"));
    expect(last).toEqual(["failed/000000007"]);
    expect(keys()).toEqual(added.filter((key) => key !== "failed/000000004"));
    expect(await open().measureHistory()).toEqual({ messages: 4, since });
    expect(await open().findOwner()).toMatchObject({ name: "anna" });
    expect(await openTurn(open(), "open")).toEqual({ kind: "forgotten" });
    const again = createSchedule({ id: "t", due: 20 * DAY });
    expect(await open().schedule(again)).toMatchObject({
      schedule: { number: 2 },
    });
    expect(await open().forget()).toMatchObject({ turns: 4, failedTurns: 1 });
    expect(await open().findOwner()).toBeUndefined();
  });

  it("keeps count of later turns: one was not delivered, one stopped", async () => {
    const { open } = setUp();
    const memory = open();
    await fail(memory, "forget");
    await begin(memory, "a");
    await memory.commitTurn("a", createOutcome({}));
    await memory.closeTurn("a", { status: "failed" });
    await begin(memory, "stopped");
    const stopped = { isStopped: true, history: [], parts: [] } as const;
    await memory.commitTurn("stopped", createOutcome(stopped));
    await memory.reopenTurn("forget");
    expect(await memory.forget({ before: "forget" })).toMatchObject({
      turns: 0,
    });
    expect(await open().measureHistory()).toMatchObject({ messages: 2 });
    expect(await open().forget()).toMatchObject({ turns: 3, failedTurns: 1 });
  });

  it("erases nothing while another worker may still write", async () => {
    const { open, clock, keys } = setUp({ leaseMs: 1_000, isTold: true });
    const worker = open();
    await answer(worker, "closed");
    await openTurn(worker, "a");
    await worker.beginAttempt("a");
    const url = "https://example.org/";
    const sources = [{ title: "Ada", url }];
    await worker.saveSteps("a", 0, [{ ...createStep(), sources }]);
    expect(await open().wasShown(url)).toBe(true);
    await open().takeOver({ name: "anna", silenceMs: 0 });
    expect(await open().findEvent(1)).toBeDefined();
    await open().forget();
    expect(keys()).not.toEqual([]);
    expect(await open().wasShown(url)).toBe(false);
    expect(await open().findTurn("closed")).toBeUndefined();
    expect(await open().findEvent(1)).toBeUndefined();
    expect(await openTurn(open(), "a")).toEqual({ kind: "forgotten" });
    await expect(open().eraseForgotten()).rejects.toThrow(
      ConversationBusyError,
    );
    clock.at += 1_000;
    await open().eraseForgotten();
    expect(keys()).toEqual([]);
    expect(await open().hasForgotten()).toBe(false);
  });
});

it("a conversation's name is forgotten once the index knows", async () => {
  const { open, store } = setUp({ isIndexed: true });
  const stored = () => JSON.stringify(store.dump());
  const list = async () => {
    const unlisted = await open().unlistedTurns();
    if (unlisted !== undefined) await open().noteListed(unlisted);
  };
  await answer(open(), "a");
  await list();
  await open().forget();
  expect(stored()).toContain("web:test");
  await list();
  expect(stored()).not.toContain("web:test");
});

describe("the pieces of what was forgotten", () => {
  it("are hidden at once where other messages are kept", async () => {
    const { open } = setUp({ leaseMs: 1_000 });
    const memory = open();
    for (const id of ["a", "forget"]) await fail(memory, id);
    await answer(memory, "b");
    await memory.reopenTurn("a");
    await memory.beginAttempt("a");
    await memory.commitTurn("a", createOutcome({ parts: [] }));
    await memory.reopenTurn("forget");
    await memory.beginAttempt("forget");
    await memory.forget({ before: "forget" });
    expect(await open().hasForgotten()).toBe(true);
    for (const said of [open().recall(), open().readRecord()])
      expect((await said)?.messages).toMatchObject([
        { turn: "b" },
        { turn: "b" },
      ]);
  });

  it("are erased a thousand of a kind at a time", async () => {
    const { open, keys } = setUp({ leaseMs: 1_000 });
    const worker = open();
    await openTurn(worker, "a");
    await worker.beginAttempt("a");
    for (let file = 0; file < 1_000; file++)
      await worker.keepTranscript("a", `${file}`, "Hello");
    await worker.commitTurn("a", createOutcome({ parts: [], history: [] }));
    await open().forget();
    expect(keys()).toHaveLength(2);
    expect(await open().hasForgotten()).toBe(true);
    await open().eraseForgotten();
    expect(keys()).toEqual([]);
    expect(await open().hasForgotten()).toBe(false);
    expect(await openTurn(open(), "a")).toEqual({ kind: "forgotten" });
  });

  it("are still to be erased if more was forgotten meanwhile", async () => {
    const { open, meanwhile } = setUp({ leaseMs: 1_000 });
    await answer(open(), "a");
    meanwhile.push(async () => {
      const worker = open();
      await openTurn(worker, "b");
      await worker.beginAttempt("b");
      await open().forget();
    });
    await open().forget();
    expect(await open().hasForgotten()).toBe(true);
  });
});

function setUp({
  retentionMs = 0,
  leaseMs = 0,
  isIndexed = false,
  isTold = false,
} = {}) {
  const store = createMemoryStore<ConversationState>();
  const clock = { at: 10 * DAY };
  const woken: number[] = [];
  /** What happens before pieces are erased. */
  const meanwhile: (() => Promise<void>)[] = [];
  const open = () =>
    createMemory({
      store: {
        ...store,
        async erase(range) {
          await meanwhile.pop()?.();
          return store.erase(range);
        },
      },
      isIndexed,
      leaseMs,
      retentionMs,
      now: () => clock.at,
      eventTypes: [isTold ? "conversation.taken" : "message.received"],
      forgetWake: async (at) => void woken.push(at),
    });
  const pieces = () => store.dump().pieces;
  /** Without the hashes of ids, which stay known. */
  const keys = () =>
    pieces()
      .map(({ key }) => key)
      .filter((key) => !/^(?:id|expired)\//.test(key));
  const ids = () =>
    pieces().flatMap(({ key, value }) =>
      key.startsWith("id/") ? [Object(value)] : [],
    );
  return { open, store, clock, keys, ids, woken, meanwhile };
}

/** A turn that leaves everything behind that a turn may. */
async function answer(
  memory: Memory,
  id: string,
  { edits }: Pick<IncomingMessage, "edits"> = {},
): Promise<void> {
  await begin(memory, id, edits ? { isEdit: true, isAgain: true, edits } : {});
  const asked = { kind: "cut", approvers: "asker", buttons: [] } as const;
  const pause = { ...asked, code: id };
  await memory.commitTurn(id, createOutcome({ pause }));
  const sent = { index: 0, receipt: { id: `to ${id}` } };
  await memory.closeTurn(id, { status: "delivered", sent, isQuotable: true });
  await memory.addUsage(id, createStep().usage);
  await memory.rateTurn(id, { thumb: "up" });
}

async function fail(memory: Memory, id: string): Promise<void> {
  await begin(memory, id);
  const failed = { status: "failed", history: [], parts: [] } as const;
  await memory.commitTurn(id, createOutcome(failed));
}

async function begin(
  memory: Memory,
  id: string,
  edit: Partial<IncomingMessage> = {},
): Promise<void> {
  const content = btoa("Tea");
  const file = { kind: "document", name: "a.txt", content } as const;
  const message = createMessage({ id, attachments: [file], ...edit });
  await memory.openTurn(message, { limit: 9 });
  await memory.beginAttempt(id);
  const sources = [{ title: "A page", url: `https://example.org/${id}` }];
  await memory.saveSteps(id, 0, [{ ...createStep(), sources }]);
}
