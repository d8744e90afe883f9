import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { moveTo, testWith, type WithMemory } from "./play-turns.ts";

const PARTS = ["One", "Two", "Three"].map((text) => ({
  text,
}));

/** Tests of every `Memory`: messages that their authors edit. */
export function describeEditedMessages(
  name: string,
  withMemory: WithMemory,
): void {
  const test = testWith(withMemory);
  /** `address` identifies the message; edits keep it. */
  const open = (
    memory: Memory,
    id: string,
    address: number,
    rest: Partial<IncomingMessage> = {},
  ) =>
    memory.openTurn(
      createMessage({
        id,
        text: `Text of ${id}`,
        replyTo: { chat: 42, message: address },
        ...rest,
      }),
      { limit: 10 },
    );
  const edit = (memory: Memory, id: string, address: number, text?: string) =>
    open(memory, id, address, {
      isEdit: true,
      ...(text !== undefined && { text }),
    });
  /** Begins, answers and delivers a turn. Its parts get receipts like `a-0`. */
  const finish = async (memory: Memory, id: string, parts = 1) => {
    await memory.beginAttempt(id);
    await memory.commitTurn(
      id,
      createOutcome({
        parts: PARTS.slice(0, parts),
        history: [
          { role: "user", text: id, tokens: 1 },
          { role: "assistant", text: `Answer to ${id}`, tokens: 2 },
        ],
      }),
    );
    for (let index = 0; index < parts; index++)
      await memory.noteSent(id, index, { id: `${id}-${index}` });
    await memory.closeTurn(id, { status: "delivered" });
  };
  const recalled = async (memory: Memory) =>
    (await memory.recall()).messages.map(({ text }) => text);

  describe(`${name} implements Memory (edited messages)`, () => {
    test("answers an unchanged edit only if a new answer is requested", async (memory) => {
      await open(memory, "a", 1);
      await finish(memory, "a");
      const same = { text: "Text of a", isEdit: true } as const;
      expect(await open(memory, "b", 1, same)).toEqual({ kind: "outdated" });
      expect(
        await open(memory, "c", 1, { ...same, isAgain: true }),
      ).toMatchObject({ kind: "opened" });
      await finish(memory, "c");
      expect(await recalled(memory)).toEqual(["c", "Answer to c"]);
      const attachments = [{ kind: "photo", file: "1" }] as const;
      expect(
        await open(memory, "d", 1, { ...same, attachments }),
      ).toMatchObject({ kind: "opened" });
    });

    test("replaces the parts of the earlier reply with those of the new one", async (memory) => {
      await open(memory, "a", 1);
      await finish(memory, "a", 2);
      expect(await edit(memory, "b", 1)).toMatchObject({ kind: "opened" });
      await memory.beginAttempt("b");
      expect(await memory.listPreviews("b")).toEqual([
        { id: "a-0" },
        { id: "a-1" },
      ]);
      await memory.commitTurn("b", createOutcome({ parts: PARTS.slice(0, 1) }));
      expect(await memory.pendingParts("b")).toEqual([
        {
          kind: "edit",
          index: 0,
          epoch: expect.any(Number),
          part: PARTS[0],
          preview: { id: "a-0" },
        },
        { kind: "remove", index: 1, preview: { id: "a-1" } },
      ]);
    });

    test("does not reopen a failed turn whose message was edited", async (memory) => {
      await open(memory, "a", 1);
      const failed = createOutcome({ status: "failed", parts: [] });
      await memory.commitTurn("a", failed);
      await edit(memory, "b", 1);
      await finish(memory, "b");
      await open(memory, "ask", 2);
      expect(await memory.reopenLastFailed("ask")).toBeUndefined();
      expect(await memory.reopenTurn("a")).toBeUndefined();
      expect(await memory.forget()).toMatchObject({ failedTurns: 0 });
    });

    test("does not count replaced messages", async (memory) => {
      await open(memory, "a", 1);
      await finish(memory, "a");
      await edit(memory, "b", 1);
      await finish(memory, "b");
      expect((await memory.measureHistory()).messages).toBe(2);
      expect(await memory.forget()).toMatchObject({ failedTurns: 0 });
    });

    test("skips unsent parts of the earlier reply", async (memory) => {
      await open(memory, "a", 1);
      await memory.beginAttempt("a");
      await memory.commitTurn("a", createOutcome({ parts: PARTS }));
      await memory.noteSent("a", 0, { id: "a-0" });
      await memory.noteSent("a", 2, { id: "a-2" });
      await memory.closeTurn("a", { status: "failed" });
      await edit(memory, "b", 1);
      await memory.beginAttempt("b");
      expect(await memory.listPreviews("b")).toEqual([
        { id: "a-0" },
        { id: "a-2" },
      ]);
    });

    test("recalls the earlier answer until the edit's turn begins", async (memory) => {
      await open(memory, "a", 1);
      await finish(memory, "a");
      await edit(memory, "b", 1);
      expect(await recalled(memory)).toEqual(["a", "Answer to a"]);
      await memory.beginAttempt("b");
      expect(await recalled(memory)).toEqual([]);
      await finish(memory, "b");
      expect(await recalled(memory)).toEqual(["b", "Answer to b"]);
    });

    test("never shows what an edit replaces, once it is accepted", async (memory) => {
      const shown = async () =>
        (await memory.readRecord())?.messages.map(({ text }) => text);
      for (const [index, id] of ["first", "a"].entries()) {
        await open(memory, id, index);
        await finish(memory, id);
      }
      await moveTo(memory, "a");
      await edit(memory, "b", 1);
      expect(await shown()).toEqual(["first", "Answer to first"]);
      await finish(memory, "b");
      const after = ["first", "Answer to first", "b", "Answer to b"];
      expect(await shown()).toEqual(after);
      await open(memory, "c", 2);
      await finish(memory, "c");
      await moveTo(memory, "c");
      expect(await shown()).toEqual([...after, "c", "Answer to c"]);
    });

    test("takes over the earlier reply only on the first attempt", async (memory) => {
      await open(memory, "a", 1);
      await finish(memory, "a", 2);
      await edit(memory, "b", 1);
      await memory.beginAttempt("b");
      await memory.notePreview("b", 0, { id: "sent-again" });
      await memory.noteRemoved("b", 1);
      await memory.beginAttempt("b");
      expect(await memory.listPreviews("b")).toEqual([{ id: "sent-again" }]);
    });

    test("runs an edit's turn after the turn that it replaces", async (memory) => {
      await open(memory, "a", 1);
      await edit(memory, "b", 1);
      expect((await memory.nextTurn())?.id).toBe("a");
      await finish(memory, "a");
      expect((await memory.nextTurn())?.id).toBe("b");
      await memory.beginAttempt("b");
      expect(await memory.listPreviews("b")).toEqual([{ id: "a-0" }]);
    });

    test("replaces an edit by another edit", async (memory) => {
      await open(memory, "a", 1);
      await finish(memory, "a");
      await edit(memory, "b", 1);
      await finish(memory, "b");
      await edit(memory, "c", 1);
      await finish(memory, "c");
      expect(await recalled(memory)).toEqual(["c", "Answer to c"]);
    });

    test("deduplicates an edit by its id", async (memory) => {
      await open(memory, "a", 1);
      await edit(memory, "b", 1);
      expect(await edit(memory, "b", 1)).toMatchObject({ kind: "known" });
    });

    test("rejects edits of older messages and unchanged edits as outdated", async (memory) => {
      const outdated = { kind: "outdated" };
      await open(memory, "a", 1);
      await open(memory, "b", 2);
      expect(await edit(memory, "x", 1)).toEqual(outdated);
      expect(await edit(memory, "x", 2, "Text of b")).toEqual(outdated);
      expect(await memory.findTurn("x")).toBeUndefined();
      await finish(memory, "a");
      await finish(memory, "b");
      expect(await memory.nextTurn()).toBeUndefined();
    });

    test("treats an edit of an unknown message as a new message", async (memory) => {
      await open(memory, "a", 2);
      const opening = await edit(memory, "b", 1);
      expect(opening).toMatchObject({ kind: "opened" });
      expect((await memory.findTurn("b"))?.message).not.toHaveProperty(
        "isEdit",
      );
      expect(await edit(memory, "b", 1)).toMatchObject({ kind: "known" });
      await finish(memory, "a");
      await finish(memory, "b");
      await edit(memory, "c", 1);
      await finish(memory, "c");
      expect(await recalled(memory)).toEqual([
        "a",
        "Answer to a",
        "c",
        "Answer to c",
      ]);
    });

    test("knows the addresses of the user's last 32 messages", async (memory) => {
      for (let address = 1; address <= 33; address++) {
        await open(memory, `${address}`, address);
        await finish(memory, `${address}`);
      }
      await open(memory, "due", 2, { origin: { kind: "schedule", id: "s" } });
      expect(await edit(memory, "a", 99)).toEqual({ kind: "outdated" });
      expect(await edit(memory, "b", 33)).toMatchObject({ kind: "opened" });
    });

    test("rejects edits of merged messages as outdated", async (memory) => {
      await open(memory, "a", 1);
      await open(memory, "b", 2);
      const replyTo = { chat: 42, message: 2 };
      const both = createMessage({ id: "a", text: "Both", replyTo });
      await memory.mergeTurns("a", ["b"], both);
      expect(await edit(memory, "c", 1)).toEqual({ kind: "outdated" });
      expect(await edit(memory, "c", 2)).toEqual({ kind: "outdated" });
    });

    test("rejects an edit of a deleted message as outdated", async (memory) => {
      await open(memory, "a", 1);
      await finish(memory, "a");
      await memory.forget();
      expect(await edit(memory, "b", 1)).toEqual({ kind: "outdated" });
    });
  });
}
