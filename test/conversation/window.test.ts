import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTokens, nextWindowStart } from "../../src/conversation/window.ts";
import type { HistoryMessage } from "../../src/ports.ts";

const windowOf = (turns: number, tokens: number, first = 1): HistoryMessage[] =>
  Array.from({ length: turns * 2 }, (_, index) => ({
    sequence: first + index,
    turn: `turn ${Math.floor(index / 2)}`,
    role: index % 2 === 0 ? "user" : "assistant",
    text: "",
    tokens,
    at: 0,
  }));

describe("nextWindowStart", () => {
  it("leaves the window as it is while everything fits", () => {
    expect(
      nextWindowStart({ window: windowOf(5, 10), maxTokens: 100 }),
    ).toBeUndefined();
  });

  it("cuts a large piece at once, at a turn's border", () => {
    expect(nextWindowStart({ window: windowOf(6, 10), maxTokens: 100 })).toBe(
      7,
    );
  });

  it("always keeps the newest turn", () => {
    const newest = windowOf(1, 500, 5).map((message) => ({
      ...message,
      turn: "newest",
    }));
    expect(
      nextWindowStart({
        window: [...windowOf(2, 10), ...newest],
        maxTokens: 100,
      }),
    ).toBe(5);
  });

  it("cuts nothing from an empty window, or from one turn alone", () => {
    for (const turns of [0, 1])
      expect(
        nextWindowStart({ window: windowOf(turns, 500), maxTokens: 100 }),
      ).toBeUndefined();
  });

  it("leaves at most 60 % of the budget, or the newest turn alone", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400 }), {
          minLength: 1,
          maxLength: 30,
        }),
        (sizes) => {
          const window = sizes.flatMap((tokens, turn) =>
            windowOf(1, tokens, 41 + turn * 2).map((message) => ({
              ...message,
              turn: `turn ${turn}`,
            })),
          );
          const start = nextWindowStart({ window, maxTokens: 500 });
          if (start === undefined) {
            expect(sizes.length === 1 || countTokens(window) <= 500).toBe(true);
            return;
          }
          const kept = window.filter(({ sequence }) => sequence >= start);
          expect(start).toBeGreaterThan(41);
          expect((start - 41) % 2).toBe(0);
          expect(kept.at(-1)).toEqual(window.at(-1));
          expect(kept.length === 2 || countTokens(kept) <= 300).toBe(true);
        },
      ),
    );
  });
});
