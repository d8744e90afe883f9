import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countTokens,
  nextWindowStart,
} from "../../src/conversation/remember/shrink-window.ts";
import type { HistoryMessage } from "../../src/types/history.ts";

const windowOf = (turns: number, tokens: number, first = 1): HistoryMessage[] =>
  Array.from({ length: turns * 2 }, (_, index) => ({
    sequence: first + index,
    turn: `turn ${Math.floor(index / 2)}`,
    role: index % 2 === 0 ? "user" : "assistant",
    text: "",
    tokens,
    at: 0,
  }));

/** The messages of one turn with these token counts. */
const turnOf = (
  turn: string,
  tokens: readonly [number, number],
  first: number,
): HistoryMessage[] =>
  windowOf(1, 0, first).map((message, index) => ({
    ...message,
    turn,
    tokens: tokens[index] ?? 0,
  }));

describe("nextWindowStart", () => {
  it("leaves the window unchanged while everything fits", () => {
    expect(
      nextWindowStart({ window: windowOf(5, 10), maxTokens: 100 }),
    ).toBeUndefined();
  });

  it("cuts a large piece at once, between two turns", () => {
    expect(nextWindowStart({ window: windowOf(6, 10), maxTokens: 100 })).toBe(
      7,
    );
  });

  it("keeps the newest turn if it just fits", () => {
    const window = [...windowOf(2, 10), ...turnOf("newest", [50, 50], 5)];
    expect(nextWindowStart({ window, maxTokens: 100 })).toBe(5);
  });

  it("begins after the newest turn if that alone is too large", () => {
    const newest = turnOf("newest", [100, 1], 5);
    for (const window of [newest, [...windowOf(2, 10), ...newest]])
      expect(nextWindowStart({ window, maxTokens: 100 })).toBe(7);
  });

  it("cuts nothing from an empty window", () => {
    expect(nextWindowStart({ window: [], maxTokens: 100 })).toBeUndefined();
  });

  it("leaves at most 60 % of the budget, or the newest turn if that fits, or nothing", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400 }), {
          minLength: 1,
          maxLength: 30,
        }),
        (sizes) => {
          const window = sizes.flatMap((tokens, turn) =>
            turnOf(`turn ${turn}`, [tokens, tokens], 41 + turn * 2),
          );
          const start = nextWindowStart({ window, maxTokens: 500 });
          expect(start === undefined).toBe(countTokens(window) <= 500);
          if (start === undefined) return;
          const kept = window.filter(({ sequence }) => sequence >= start);
          expect(start).toBeGreaterThan(41);
          expect((start - 41) % 2).toBe(0);
          expect(kept.length === 0).toBe(countTokens(window.slice(-2)) > 500);
          expect(kept.length <= 2 || countTokens(kept) <= 300).toBe(true);
        },
      ),
    );
  });
});
