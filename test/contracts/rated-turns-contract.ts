import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import {
  answerTurn,
  openTurn,
  testWith,
  type WithMemory,
} from "./play-turns.ts";

/** Tests of every `Memory`: what users think of answers. */
export function describeRatedTurns(name: string, withMemory: WithMemory): void {
  const test = testWith(withMemory);
  const ratings = async (memory: Memory) =>
    (await memory.readRecord())?.messages.map(({ rating }) => rating);

  describe(`${name} implements Memory (rated turns)`, () => {
    test("keeps the last rating of an answer until it is taken back", async (memory) => {
      for (const id of ["1", "2"]) await answerTurn(memory, id);
      const down = { thumb: "down", reason: "Wrong year." } as const;
      await memory.rateTurn("2", { thumb: "up" });
      expect(await memory.rateTurn("2", down)).toBe("rated");
      const none = undefined;
      expect(await ratings(memory)).toEqual([none, none, none, down]);
      await memory.rateTurn("2", null);
      expect(await ratings(memory)).toEqual([none, none, none, none]);
    });

    test("rates nothing that is not answered, failed or is forgotten", async (memory) => {
      const rate = (id: string) => memory.rateTurn(id, { thumb: "up" });
      expect(await rate("1")).toBe("unknown");
      await openTurn(memory, "1");
      expect(await rate("1")).toBe("unanswered");
      await memory.closeTurn("1", { status: "failed" });
      expect(await rate("1")).toBe("unanswered");
      await answerTurn(memory, "2");
      await rate("2");
      await memory.forget();
      expect(await rate("2")).toBe("unknown");
      await answerTurn(memory, "3");
      expect(await ratings(memory)).toEqual([undefined, undefined]);
    });
  });
}
