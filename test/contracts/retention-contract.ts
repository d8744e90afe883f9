import { describe, expect, it } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome, createStep } from "../fixtures/turns.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Retention of the memories that run this contract. */
export const RETENTION_MS = 7 * DAY;

/** A fresh conversation whose turns expire. */
export interface ExpiringConversation {
  /** Opens the conversation like another process. */
  readonly open: () => Memory;
  /** Clock of all processes. */
  readonly clock: { at: number };
  /** Runs the platform's own clean-up. */
  readonly tidy: () => Promise<unknown>;
}

/**
 * Tests of every `Memory` whose turns expire: expired turns are hidden, whether
 * or not they are erased yet.
 */
export function describeRetentionContract(
  name: string,
  withConversation: (
    work: (conversation: ExpiringConversation) => Promise<void>,
  ) => Promise<void>,
): void {
  const test = (
    claim: string,
    work: (conversation: ExpiringConversation) => Promise<void>,
  ) => it(claim, () => withConversation(work));
  const accept = (memory: Memory, id: string) =>
    memory.openTurn(createMessage({ id }), { limit: 100 });
  const answer = async (memory: Memory, id: string) => {
    await accept(memory, id);
    await memory.beginAttempt(id);
    await memory.commitTurn(id, createOutcome({ parts: [] }));
  };
  const fail = async (memory: Memory, id: string) => {
    await accept(memory, id);
    await memory.beginAttempt(id);
    const failed = { status: "failed", history: [], parts: [] } as const;
    await memory.commitTurn(id, createOutcome(failed));
  };
  const recalled = async (memory: Memory) =>
    (await memory.recall()).messages.map(({ turn }) => turn);
  const exported = async (memory: Memory) =>
    (await memory.readRecord())?.messages.map(({ turn }) => turn);
  /** A move of the window's start to a turn. */
  const cutBefore = async (memory: Memory, turn: string) => {
    const { messages, version } = await memory.recall();
    const to = messages.find((message) => message.turn === turn)?.sequence;
    if (to === undefined) throw new Error(`${turn} is not in the window.`);
    return { version, to, summary: "They said hello." };
  };

  describe(`${name} implements Memory (expiry)`, () => {
    test("counts only what is left of messages that stand alone", async ({
      open,
      clock,
    }) => {
      const memory = open();
      await accept(memory, "a");
      await memory.beginAttempt("a");
      const [asked] = createOutcome().history;
      const alone = { parts: [], history: asked ? [asked] : [] };
      await memory.commitTurn("a", createOutcome(alone));
      clock.at += DAY;
      await answer(memory, "b");
      clock.at += RETENTION_MS - DAY;
      expect(await recalled(memory)).toEqual(["b", "b"]);
      expect(await memory.forget()).toMatchObject({ messages: 2 });
    });

    test("hides expired turns and shows all others", async ({
      open,
      clock,
    }) => {
      const memory = open();
      await answer(memory, "a");
      clock.at += DAY;
      await answer(memory, "b");
      const since = clock.at;
      clock.at += RETENTION_MS - DAY - 1;
      expect(await recalled(memory)).toEqual(["a", "a", "b", "b"]);
      clock.at += 1;
      for (const reader of [memory, open()]) {
        expect(await recalled(reader)).toEqual(["b", "b"]);
        expect(await exported(reader)).toEqual(["b", "b"]);
        expect(await reader.measureHistory()).toEqual({ messages: 2, since });
        expect(await reader.findTurn("a")).toBeUndefined();
        expect(await reader.findTurn("b")).toMatchObject({ reply: "Hi!" });
      }
    });

    test("expires an answer together with its question", async ({
      open,
      clock,
    }) => {
      const memory = open();
      await accept(memory, "a");
      await memory.beginAttempt("a");
      clock.at += HOUR;
      await memory.commitTurn("a", createOutcome({ parts: [] }));
      await answer(memory, "b");
      clock.at += RETENTION_MS - HOUR;
      for (const reader of [memory, open()]) {
        expect(await recalled(reader)).toEqual(["b", "b"]);
        expect(await exported(reader)).toEqual(["b", "b"]);
      }
    });

    test("behaves like a new conversation once all turns have expired", async ({
      open,
      clock,
    }) => {
      const memory = open();
      await answer(memory, "a");
      await fail(memory, "b");
      clock.at += RETENTION_MS;
      expect(await open().readRecord()).toBeUndefined();
      expect(await memory.recall()).toMatchObject({ messages: [] });
      expect(await memory.measureHistory()).toEqual({ messages: 0 });
      expect(await memory.forget()).toEqual({
        messages: 0,
        turns: 0,
        openTurns: [],
        failedTurns: 0,
        hadSettings: false,
      });
      await answer(memory, "c");
      expect(await recalled(open())).toEqual(["c", "c"]);
    });

    test("deduplicates the ids of expired turns for another day", async ({
      open,
      clock,
      tidy,
    }) => {
      // Just before midnight: the next day begins at once.
      clock.at += DAY - 1;
      await answer(open(), "a");
      clock.at += RETENTION_MS;
      await tidy();
      expect(await accept(open(), "a")).toEqual({ kind: "forgotten" });
      clock.at += DAY - 1;
      await tidy();
      expect(await accept(open(), "a")).toEqual({ kind: "forgotten" });
      clock.at += 2 * DAY + 1;
      await tidy();
      expect((await accept(open(), "a")).kind).toBe("opened");
    });

    test("deduplicates ids that were merged into an expired turn", async ({
      open,
      clock,
    }) => {
      const memory = open();
      for (const id of ["a", "b"]) await accept(memory, id);
      await memory.mergeTurns("a", ["b"], createMessage({ id: "a" }));
      await memory.beginAttempt("a");
      await memory.commitTurn("a", createOutcome({ parts: [] }));
      clock.at += RETENTION_MS;
      expect(await open().findTurn("b")).toBeUndefined();
      expect(await accept(open(), "b")).toEqual({ kind: "forgotten" });
    });

    test("deduplicates ids that were merged into a turn that is still open", async ({
      open,
      clock,
      tidy,
    }) => {
      const memory = open();
      for (const id of ["a", "b"]) await accept(memory, id);
      await memory.mergeTurns("a", ["b"], createMessage({ id: "a" }));
      clock.at += RETENTION_MS + DAY + HOUR;
      await tidy();
      expect(await accept(open(), "b")).toMatchObject({
        kind: "known",
        turn: { id: "a" },
      });
    });

    test("does not expire an open turn or its steps", async ({
      open,
      clock,
      tidy,
    }) => {
      const memory = open();
      await accept(memory, "a");
      await memory.beginAttempt("a");
      const url = "https://example.org/ada";
      const sources = [{ title: "Ada", url }];
      const step = { ...createStep({ observation: "2" }), sources };
      await memory.saveSteps("a", 0, [step]);
      await accept(memory, "b");
      clock.at += RETENTION_MS + DAY;
      await tidy();
      const later = open();
      expect(await later.nextTurn()).toMatchObject({
        id: "a",
        steps: [{ observation: "2" }],
      });
      expect((await later.readRecord())?.openTurns).toHaveLength(2);
      expect(await later.wasShown(url)).toBe(true);
      await later.beginAttempt("a");
      const outcome = createOutcome({ reply: "Two." });
      expect(await later.commitTurn("a", outcome)).toMatchObject({
        status: "answered",
        reply: "Two.",
      });
      expect(await later.pendingParts("a")).toMatchObject([{ kind: "send" }]);
      for (const reader of [later, open()]) {
        expect(await recalled(reader)).toEqual(["a", "a"]);
        expect(await exported(reader)).toEqual(["a", "a"]);
      }
      await later.noteSent("a", 0, { id: "1" });
      await later.closeTurn("a", { status: "delivered" });
      for (const reader of [later, open()]) {
        expect(await reader.findTurn("a")).toBeUndefined();
        expect(await recalled(reader)).toEqual([]);
        expect(await exported(reader)).toEqual([]);
        expect(await reader.wasShown(url)).toBe(false);
      }
      expect((await open().nextTurn())?.id).toBe("b");
    });

    test("does not reopen an expired failed turn", async ({ open, clock }) => {
      const memory = open();
      await fail(memory, "a");
      clock.at += RETENTION_MS;
      const later = open();
      expect(await later.reopenTurn("a")).toBeUndefined();
      await accept(later, "retry");
      await later.beginAttempt("retry");
      expect(await later.reopenLastFailed("retry")).toBeUndefined();
      const { openTurns = [] } = (await later.readRecord()) ?? {};
      expect(openTurns.map(({ id }) => id)).toEqual(["retry"]);
    });

    test("keeps a summary until the last message that it covers has expired", async ({
      open,
      clock,
      tidy,
    }) => {
      const memory = open();
      await answer(memory, "a");
      clock.at += DAY;
      await answer(memory, "b");
      clock.at += DAY;
      await answer(memory, "c");
      await memory.moveWindow(await cutBefore(memory, "c"));
      clock.at += RETENTION_MS - 2 * DAY;
      expect(await exported(memory)).toEqual(["b", "b", "c", "c"]);
      await tidy();
      expect(await open().recall()).toMatchObject({
        summary: "They said hello.",
        isCutUnannounced: true,
      });
      clock.at += DAY;
      for (const reader of [memory, open()]) {
        const recollection = await reader.recall();
        expect(recollection.summary).toBeUndefined();
        expect(recollection.isCutUnannounced).toBe(false);
        expect(recollection.messages).toHaveLength(2);
      }
    });

    test("discards a summary of messages that expired while it was written", async ({
      open,
      clock,
    }) => {
      const memory = open();
      await answer(memory, "a");
      clock.at += DAY;
      await answer(memory, "b");
      const move = await cutBefore(memory, "b");
      clock.at += RETENTION_MS - DAY;
      expect(await memory.moveWindow(move)).toBe(false);
      expect((await open().recall()).summary).toBeUndefined();
    });

    test("forgets a page that only expired turns have shown", async ({
      open,
      clock,
    }) => {
      const memory = open();
      const show = async (turn: string, url: string) => {
        await accept(memory, turn);
        await memory.beginAttempt(turn);
        const sources = [{ title: "A page", url }];
        await memory.saveSteps(turn, 0, [{ ...createStep(), sources }]);
        await memory.commitTurn(turn, createOutcome({ parts: [] }));
      };
      const [ada, bob] = ["https://example.org/ada", "https://example.org/bob"];
      for (const url of [ada, bob]) await show(url, url);
      clock.at += DAY;
      await show("again", ada);
      clock.at += RETENTION_MS - DAY;
      expect(await open().wasShown(ada)).toBe(true);
      expect(await open().wasShown(bob)).toBe(false);
    });

    test("quotes no expired message and no reply to it", async ({
      open,
      clock,
    }) => {
      const memory = open();
      await accept(memory, "a");
      await memory.beginAttempt("a");
      await memory.commitTurn("a", createOutcome());
      const sent = { index: 0, receipt: { id: "out" } };
      const closing = { status: "delivered", sent, isQuotable: true } as const;
      await memory.closeTurn("a", closing);
      for (const id of ["a", "out"])
        expect(await open().findQuoted(id)).toBeDefined();
      clock.at += RETENTION_MS;
      for (const id of ["a", "out"])
        expect(await open().findQuoted(id)).toBeUndefined();
    });

    test("counts no expired versions", async ({ open, clock, tidy }) => {
      await answer(open(), "a");
      const edit = createMessage({
        id: "b",
        isEdit: true,
        isAgain: true,
        edits: "a",
      });
      clock.at += HOUR;
      await open().openTurn(edit, { limit: 9 });
      await open().beginAttempt("b");
      await open().commitTurn("b", createOutcome({ parts: [] }));
      const versions = async () =>
        (await open().readRecord())?.messages[0]?.versions;
      expect(await versions()).toEqual(["a", "b"]);
      clock.at += RETENTION_MS - HOUR;
      expect(await versions()).toBeUndefined();
      expect(await open().chooseVersion("a")).toBe("unknown");
      await tidy();
      expect(await exported(open())).toEqual(["b", "b"]);
      expect((await open().measureHistory()).messages).toBe(2);
    });

    test("rejects an edit of an expired message as outdated while its id is known", async ({
      open,
      clock,
    }) => {
      const replyTo = { chat: 42, message: 7 };
      const memory = open();
      const message = createMessage({ id: "a", replyTo });
      await memory.openTurn(message, { limit: 9 });
      await memory.beginAttempt("a");
      await memory.commitTurn("a", createOutcome({ parts: [] }));
      clock.at += RETENTION_MS;
      const edit = createMessage({ id: "b", replyTo, text: "?", isEdit: true });
      expect(await open().openTurn(edit, { limit: 9 })).toEqual({
        kind: "outdated",
      });
    });

    test("skips expired messages when it reads the history from its start", async ({
      open,
      clock,
    }) => {
      const memory = open();
      for (const id of ["a", "b", "c"]) await answer(memory, id);
      clock.at += DAY;
      await answer(memory, "d");
      clock.at += RETENTION_MS - DAY;
      for (const reader of [memory, open()]) {
        const read = await reader.readRecord({ oldest: 2 });
        expect(read?.messages.map(({ turn }) => turn)).toEqual(["d", "d"]);
      }
    });

    test("expires settings once all turns and the last change have expired", async ({
      open,
      clock,
      tidy,
    }) => {
      const settingsIn = async () => (await open().readRecord())?.settings;
      const instructions = "Be brief.";
      await open().changeSettings({ instructions });
      clock.at += RETENTION_MS - HOUR;
      expect(await settingsIn()).toEqual({ instructions });
      const memory = open();
      await accept(memory, "a");
      await memory.beginAttempt("a");
      expect((await memory.recall()).settings).toEqual({ instructions });
      await memory.commitTurn("a", createOutcome({ parts: [] }));
      clock.at += RETENTION_MS - 1;
      expect(await settingsIn()).toEqual({ instructions });
      clock.at += 1;
      expect(await settingsIn()).toBeUndefined();
      expect((await memory.recall()).settings).toEqual({});
      await memory.changeSettings({ metadata: { tier: "gold" } });
      await tidy();
      expect(await settingsIn()).toEqual({ metadata: { tier: "gold" } });
      clock.at += RETENTION_MS;
      expect(await settingsIn()).toBeUndefined();
    });

    test("does not count expired turns as deleted", async ({ open, clock }) => {
      const memory = open();
      await answer(memory, "a");
      clock.at += DAY;
      await answer(memory, "b");
      clock.at += RETENTION_MS - DAY;
      expect(await open().forget()).toMatchObject({ messages: 2, turns: 1 });
      expect(await open().readRecord()).toBeUndefined();
    });
  });
}
