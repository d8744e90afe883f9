import { describe, expect } from "vitest";
import { createOutcome } from "../fixtures/turns.ts";
import {
  answerTurn,
  createMove,
  moveTo,
  openTurn,
  testWith,
  turnsOf,
  type WithMemory,
} from "./play-turns.ts";

/** Tests of every `Memory`: the window. */
export function describeWindow(name: string, withMemory: WithMemory): void {
  const test = testWith(withMemory);

  describe(`${name} implements Memory (window)`, () => {
    test("recalls everything until the window is moved", async (memory) => {
      await answerTurn(memory, "a");
      await answerTurn(memory, "b");
      const { summary, isCutUnannounced } = await memory.recall();
      expect(await turnsOf(memory)).toEqual(["a", "a", "b", "b"]);
      expect(summary).toBeUndefined();
      expect(isCutUnannounced).toBe(false);
    });

    test("recalls the window and a summary of earlier messages, but exports everything", async (memory) => {
      await answerTurn(memory, "a");
      await answerTurn(memory, "b");
      expect(await moveTo(memory, "b", "They said hello.")).toBe(true);
      expect(await turnsOf(memory)).toEqual(["b", "b"]);
      expect((await memory.recall()).summary).toBe("They said hello.");
      expect(
        (await memory.readRecord())?.messages.map(({ turn }) => turn),
      ).toEqual(["a", "a", "b", "b"]);
      await answerTurn(memory, "c");
      expect(await turnsOf(memory)).toEqual(["b", "b", "c", "c"]);
    });

    test("edits a note of the summary, as the version that was read", async (memory) => {
      for (const id of ["a", "b"]) await answerTurn(memory, id);
      const move = await createMove(memory, "b");
      const summary = "Mei likes tea.\nMei lives in Bonn.";
      await memory.moveWindow({ ...move, summary, summaryFrom: ["search"] });
      const { version = 0 } = (await memory.recallNotes()) ?? {};
      const text = "Mei likes coffee.";
      const changed = await memory.editNote({ version, number: 1, text });
      expect(changed).toMatchObject({
        notes: { notes: [text, "Mei lives in Bonn."] },
      });
      const late = await memory.editNote({ version, number: 2 });
      expect(late).toEqual({ kind: "outdated" });
      const next = version + 1;
      expect(await memory.editNote({ version: next, number: 3 })).toEqual({
        kind: "unknown",
      });
      await memory.editNote({ version: next, number: 2 });
      expect(await memory.recall()).toMatchObject({
        summary: text,
        summaryFrom: ["search"],
        messages: [{ turn: "b" }, { turn: "b" }],
      });
    });

    test("keeps no note that was deleted while a summary was made of it", async (memory) => {
      for (const id of ["a", "b", "c"]) await answerTurn(memory, id);
      await moveTo(memory, "b", "Mei lives in Bonn.\nMei has a cat.");
      const late = { ...(await createMove(memory, "c")), summary: "Bonn" };
      const { version } = late;
      await memory.editNote({ version, number: 1 });
      expect(await memory.moveWindow(late)).toBe(false);
      expect((await memory.recallNotes())?.notes).toEqual(["Mei has a cat."]);
    });

    test("replaces the summary with each move and removes it if a move has none", async (memory) => {
      for (const id of ["a", "b", "c", "d"]) await answerTurn(memory, id);
      await moveTo(memory, "b", "One");
      await moveTo(memory, "c", "Two");
      expect((await memory.recall()).summary).toBe("Two");
      await moveTo(memory, "d");
      expect((await memory.recall()).summary).toBeUndefined();
      expect(await turnsOf(memory)).toEqual(["d", "d"]);
    });

    test("recalls the origins of third-party texts in answers and summaries", async (memory) => {
      await openTurn(memory, "a");
      await memory.beginAttempt("a");
      const { history, ...outcome } = createOutcome();
      const [question, answer] = history;
      if (question === undefined || answer === undefined) throw new Error();
      const dataFrom = ["search", "shop"];
      await memory.commitTurn("a", {
        ...outcome,
        history: [question, { ...answer, dataFrom }],
      });
      await memory.closeTurn("a", { status: "delivered" });
      await answerTurn(memory, "b");
      const { messages } = await memory.recall();
      expect(messages.map((message) => message.dataFrom)).toEqual([
        undefined,
        dataFrom,
        undefined,
        undefined,
      ]);
      const move = await createMove(memory, "b");
      const summary = "They said hello.";
      await memory.moveWindow({ ...move, summary, summaryFrom: dataFrom });
      expect((await memory.recall()).summaryFrom).toEqual(dataFrom);
      await moveTo(memory, "b", summary);
      expect((await memory.recall()).summaryFrom).toBeUndefined();
    });

    test("accepts a move if turns were answered since the recall", async (memory) => {
      await answerTurn(memory, "a");
      await answerTurn(memory, "b");
      const move = await createMove(memory, "b");
      await answerTurn(memory, "c");
      expect(await memory.moveWindow({ ...move, summary: "One" })).toBe(true);
      expect(await turnsOf(memory)).toEqual(["b", "b", "c", "c"]);
    });

    test("rejects a move if the window was moved since the recall", async (memory) => {
      for (const id of ["a", "b", "c"]) await answerTurn(memory, id);
      const move = await createMove(memory, "b");
      await moveTo(memory, "c", "Both");
      expect(await memory.moveWindow({ ...move, summary: "One" })).toBe(false);
      expect(await turnsOf(memory)).toEqual(["c", "c"]);
      expect((await memory.recall()).summary).toBe("Both");
    });

    for (const before of [undefined, "d"])
      test(`rejects a summary of messages that were deleted meanwhile (${before === undefined ? "all" : `before ${before}`})`, async (memory) => {
        for (const id of ["a", "b", "c"]) await answerTurn(memory, id);
        await moveTo(memory, "b", "About a");
        const move = await createMove(memory, "c");
        if (before !== undefined) await openTurn(memory, before);
        await memory.forget(before === undefined ? undefined : { before });
        const next = before ?? "e";
        await answerTurn(memory, next);
        const summary = "About a and b";
        expect(await memory.moveWindow({ ...move, summary })).toBe(false);
        expect((await memory.recall()).summary).toBeUndefined();
        expect(await turnsOf(memory)).toContain(next);
      });

    for (const before of [undefined, "c"])
      test(`deletes the summary and the note that messages were cut (${before === undefined ? "all" : `before ${before}`})`, async (memory) => {
        for (const id of ["a", "b"]) await answerTurn(memory, id);
        await moveTo(memory, "b", "About a");
        await openTurn(memory, "c");
        await memory.forget(before === undefined ? undefined : { before });
        const { summary, messages, isCutUnannounced } = await memory.recall();
        expect(summary).toBeUndefined();
        expect(messages).toEqual([]);
        expect(isCutUnannounced).toBe(false);
      });

    test("tracks once per conversation whether the user was told that messages were cut", async (memory) => {
      const isCutUnannounced = async () =>
        (await memory.recall()).isCutUnannounced;
      const announce = async (id: string) => {
        await openTurn(memory, id);
        await memory.commitTurn(id, createOutcome({ announcesCut: true }));
        await memory.closeTurn(id, { status: "delivered" });
      };
      for (const id of ["a", "b", "c"]) await answerTurn(memory, id);
      await moveTo(memory, "b", "One");
      expect(await isCutUnannounced()).toBe(true);
      await announce("d");
      expect(await isCutUnannounced()).toBe(false);
      await moveTo(memory, "c", "Two");
      expect(await isCutUnannounced()).toBe(false);
      await memory.forget();
      await answerTurn(memory, "e");
      // As from a turn that was begun before the deletion.
      await announce("f");
      await moveTo(memory, "f");
      expect(await isCutUnannounced()).toBe(true);
    });
  });
}
