import { describe, expect } from "vitest";
import type { ReplyPart } from "../../src/types/reply.ts";
import { createOutcome, USAGE } from "../fixtures/turns.ts";
import {
  messagesOf,
  openTurn,
  testWith,
  type WithMemory,
} from "./play-turns.ts";

/** Tests of every `Memory`: how a turn ends. */
export function describeReplies(name: string, withMemory: WithMemory): void {
  const test = testWith(withMemory);

  describe(`${name} implements Memory (replies)`, () => {
    test("commits a turn to the history only once", async (memory) => {
      await openTurn(memory, "a");
      await memory.beginAttempt("a");
      const turn = await memory.commitTurn("a", createOutcome());
      expect(turn).toMatchObject({
        id: "a",
        status: "answered",
        reply: "Hi!",
        usage: USAGE,
      });
      expect(
        await memory.commitTurn("a", createOutcome({ reply: "Hi again!" })),
      ).toBeUndefined();
      expect(await memory.findTurn("a")).toMatchObject({ reply: "Hi!" });
      expect(await messagesOf(memory)).toMatchObject([
        { turn: "a", role: "user", text: "Hello", tokens: 2 },
        { turn: "a", role: "assistant", text: "Hi!", tokens: 1 },
      ]);
    });

    test("omits a failed turn from the history and keeps its notice", async (memory) => {
      await openTurn(memory, "a");
      await memory.commitTurn(
        "a",
        createOutcome({ status: "failed", reply: "Sorry.", history: [] }),
      );
      await memory.closeTurn("a", { status: "failed" });
      expect(await messagesOf(memory)).toEqual([]);
      expect(await memory.findTurn("a")).toMatchObject({
        status: "failed",
        reply: "Sorry.",
      });
      expect(await memory.nextTurn()).toBeUndefined();
    });

    test("returns the parts that were not sent as pending", async (memory) => {
      const parts = createParts("one", "two", "three");
      await openTurn(memory, "a");
      await memory.commitTurn("a", createOutcome({ parts }));
      await memory.noteSent("a", 0, { id: "77" });
      expect(await memory.pendingParts("a")).toEqual([
        { kind: "send", index: 1, epoch: expect.any(Number), part: parts[1] },
        { kind: "send", index: 2, epoch: expect.any(Number), part: parts[2] },
      ]);
    });

    test("stores the receipts of previews by part", async (memory) => {
      await openTurn(memory, "a");
      expect(await memory.listPreviews("a")).toEqual([]);
      for (const [index, id] of ["70", "71", "72"].entries())
        await memory.notePreview("a", index, { id });
      await memory.notePreview("a", 1, { id: "81" });
      expect(await memory.listPreviews("a")).toEqual([
        { id: "70" },
        { id: "81" },
        { id: "72" },
      ]);
      expect(await memory.listPreviews("b")).toEqual([]);
    });

    test("edits previews, removes surplus ones and sends the remaining parts", async (memory) => {
      const parts = createParts("one", "two");
      await openTurn(memory, "a");
      await memory.notePreview("a", 0, { id: "70" });
      await memory.commitTurn("a", createOutcome({ parts }));
      expect(await memory.pendingParts("a")).toEqual([
        {
          kind: "edit",
          index: 0,
          epoch: expect.any(Number),
          part: parts[0],
          preview: { id: "70" },
        },
        { kind: "send", index: 1, epoch: expect.any(Number), part: parts[1] },
      ]);
      await memory.noteSent("a", 0, { id: "70" });
      expect(await memory.pendingParts("a")).toEqual([
        { kind: "send", index: 1, epoch: expect.any(Number), part: parts[1] },
      ]);

      await openTurn(memory, "b");
      for (const [index, id] of ["80", "81", "82"].entries())
        await memory.notePreview("b", index, { id });
      await memory.commitTurn("b", createOutcome({ parts: [] }));
      expect(await memory.pendingParts("b")).toEqual([
        { kind: "remove", index: 0, preview: { id: "80" } },
        { kind: "remove", index: 1, preview: { id: "81" } },
        { kind: "remove", index: 2, preview: { id: "82" } },
      ]);
      await memory.noteRemoved("b", 1);
      expect(await memory.pendingParts("b")).toMatchObject([
        { index: 0 },
        { index: 2 },
      ]);
    });

    test("keeps a turn without parts open until its previews are removed", async (memory) => {
      await openTurn(memory, "a");
      await memory.notePreview("a", 0, { id: "70" });
      await memory.commitTurn("a", createOutcome({ parts: [] }));
      expect((await memory.nextTurn())?.id).toBe("a");
    });

    test("ignores previews of closed and unknown turns", async (memory) => {
      await openTurn(memory, "a");
      await memory.notePreview("a", 0, { id: "70" });
      await memory.commitTurn("a", createOutcome());
      await memory.noteSent("a", 0, { id: "70" });
      await memory.closeTurn("a", { status: "delivered" });
      await memory.notePreview("a", 1, { id: "71" });
      await memory.notePreview("unknown", 0, { id: "72" });
      expect(await memory.listPreviews("a")).toEqual([]);
      expect(await memory.listPreviews("unknown")).toEqual([]);
    });

    test("keeps the previews of undelivered parts for a retry", async (memory) => {
      const parts = createParts("one", "two");
      await openTurn(memory, "a");
      await memory.notePreview("a", 0, { id: "70" });
      await memory.notePreview("a", 1, { id: "71" });
      await memory.commitTurn("a", createOutcome({ parts }));
      await memory.noteSent("a", 0, { id: "70" });
      await memory.closeTurn("a", { status: "failed" });
      await memory.reopenTurn("a");
      expect(await memory.pendingParts("a")).toEqual([
        {
          kind: "edit",
          index: 1,
          epoch: expect.any(Number),
          part: parts[1],
          preview: { id: "71" },
        },
      ]);
    });

    test("neither sends nor edits a part that was given up, until the turn is reopened", async (memory) => {
      const parts = createParts("one", "two");
      await openTurn(memory, "a");
      await memory.notePreview("a", 0, { id: "70" });
      await memory.commitTurn("a", createOutcome({ parts }));
      for (let attempt = 1; attempt < 3; attempt++)
        await memory.beginAttempt("a");
      await memory.noteGivenUp("a", 0);
      expect((await memory.findTurn("a"))?.attempts).toBe(1);
      const [givenUp, ...others] = await memory.pendingParts("a");
      expect(givenUp).toEqual({ kind: "given-up", index: 0 });
      expect(others).toMatchObject([{ kind: "send", index: 1 }]);
      await memory.closeTurn("a", { status: "failed" });
      await memory.reopenTurn("a");
      expect(await memory.pendingParts("a")).toMatchObject([
        { kind: "edit", index: 0 },
        { kind: "send", index: 1 },
      ]);
    });

    test("deletes previews with their turn", async (memory) => {
      await openTurn(memory, "a");
      await memory.notePreview("a", 0, { id: "70" });
      await memory.forget();
      expect(await memory.listPreviews("a")).toEqual([]);
    });

    test("closes a turn with nothing to send as soon as it is answered", async (memory) => {
      await openTurn(memory, "a");
      const turn = await memory.commitTurn("a", createOutcome({ parts: [] }));
      expect(turn).toMatchObject({ status: "delivered" });
      expect(await memory.nextTurn()).toBeUndefined();
    });

    test("adds usage only to a turn that has ended", async (memory) => {
      await openTurn(memory, "a");
      await memory.addUsage("a", USAGE);
      expect((await memory.findTurn("a"))?.usage.modelCalls).toBe(0);
      await memory.commitTurn("a", createOutcome());
      await memory.addUsage("a", { ...USAGE, isEstimated: true });
      expect((await memory.findTurn("a"))?.usage).toEqual({
        inputTokens: 20,
        cachedInputTokens: 8,
        outputTokens: 6,
        modelCalls: 2,
        isEstimated: true,
      });
      await memory.forget();
      await memory.addUsage("a", USAGE);
      expect(await memory.findTurn("a")).toBeUndefined();
    });
  });
}

function createParts(...texts: readonly string[]): readonly ReplyPart[] {
  return texts.map((text) => ({
    text,
    entities: [{ type: "bold", offset: 0, length: text.length }],
  }));
}
