import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { openTurn, testWith, type WithMemory } from "./play-turns.ts";

/** Tests of every `Memory`: merged turns. */
export function describeMergedTurns(
  name: string,
  withMemory: WithMemory,
): void {
  const test = testWith(withMemory);

  describe(`${name} implements Memory (merged turns)`, () => {
    describe("mergeTurns", () => {
      const text = "One\n\nTwo";
      const merge = (memory: Memory, ...others: string[]) =>
        memory.mergeTurns("a", others, createMessage({ id: "a", text }));

      test("merges waiting turns into one, which is found by any of their ids", async (memory) => {
        for (const id of ["a", "b", "c"]) await openTurn(memory, id);
        await memory.beginAttempt("a");
        const waiting = await memory.waitingTurns();
        expect(waiting.map(({ id }) => id)).toEqual(["b", "c"]);
        expect(await merge(memory, "b", "c")).toMatchObject({
          id: "a",
          status: "thinking",
          attempts: 1,
          message: { text },
        });
        expect(await memory.waitingTurns()).toEqual([]);
        await memory.commitTurn("a", createOutcome());
        for (const id of ["b", "c"]) {
          const turn = { id: "a", reply: "Hi!" };
          expect(await memory.findTurn(id)).toMatchObject(turn);
          expect(await openTurn(memory, id)).toMatchObject({
            kind: "known",
            turn,
          });
        }
        await memory.closeTurn("a", { status: "delivered" });
        expect(await memory.nextTurn()).toBeUndefined();
      });

      test("leaves a turn that a person of the team can reply to", async (memory) => {
        for (const id of ["a", "b"]) await openTurn(memory, id);
        await merge(memory, "b");
        const said = { id: "r", name: "anna", text: "Hi", silenceMs: 0 };
        expect(await memory.openReply(said, { limit: 9 })).toMatchObject({
          kind: "opened",
        });
      });

      test("keeps a turn stopped that others are merged into", async (memory) => {
        for (const id of ["a", "b"]) await openTurn(memory, id);
        await memory.beginAttempt("a");
        await memory.stopTurn("a");
        expect(await merge(memory, "b")).toMatchObject({ isStopped: true });
      });

      test("merges nothing if one of the turns no longer waits", async (memory) => {
        for (const id of ["a", "b", "c"]) await openTurn(memory, id);
        await memory.beginAttempt("c");
        expect(await merge(memory, "b", "c")).toBeUndefined();
        expect(await merge(memory, "b", "unknown")).toBeUndefined();
        expect(await memory.findTurn("a")).toMatchObject({
          message: { text: "Hello" },
        });
        expect((await memory.findTurn("b"))?.id).toBe("b");
      });

      test("does not merge into an answered turn", async (memory) => {
        for (const id of ["a", "b"]) await openTurn(memory, id);
        await memory.commitTurn("a", createOutcome());
        expect(await merge(memory, "b")).toBeUndefined();
        expect((await memory.findTurn("b"))?.id).toBe("b");
      });

      test("still deduplicates merged ids after their turn was deleted", async (memory) => {
        for (const id of ["a", "b"]) await openTurn(memory, id);
        await merge(memory, "b");
        expect(await memory.forget()).toMatchObject({
          turns: 1,
          openTurns: ["a"],
        });
        expect(await openTurn(memory, "b")).toEqual({ kind: "forgotten" });
        expect(await memory.findTurn("b")).toBeUndefined();
      });
    });
  });
}
