import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextWindowStart } from "../../src/conversation/window.ts";
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
const added = (tokens: number) => [
  { role: "user" as const, text: "", tokens },
  { role: "assistant" as const, text: "", tokens },
];

describe("nextWindowStart", () => {
  it("leaves the window as it is while everything fits", () => {
    expect(
      nextWindowStart({
        window: windowOf(4, 10),
        added: added(10),
        maxTokens: 100,
      }),
    ).toBeUndefined();
  });

  it("cuts a large piece at once, at a turn's border", () => {
    expect(
      nextWindowStart({
        window: windowOf(5, 10),
        added: added(10),
        maxTokens: 100,
      }),
    ).toBe(7);
  });

  it("always keeps the newest turn", () => {
    expect(
      nextWindowStart({
        window: windowOf(2, 10),
        added: added(500),
        maxTokens: 100,
      }),
    ).toBe(5);
  });

  it("cuts nothing from an empty window", () => {
    expect(
      nextWindowStart({ window: [], added: added(500), maxTokens: 100 }),
    ).toBeUndefined();
  });

  it("leaves at most 60 % of the budget, or the newest turn alone", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        (turns, tokens, newTokens) => {
          const window = windowOf(turns, tokens, 41);
          const start = nextWindowStart({
            window,
            added: added(newTokens),
            maxTokens: 500,
          });
          if (start === undefined) return;
          const kept = window.filter(({ sequence }) => sequence >= start);
          expect((start - 41) % 2).toBe(0);
          expect(
            kept.length === 0 || kept.length * tokens + 2 * newTokens <= 300,
          ).toBe(true);
        },
      ),
    );
  });
});
