import { describe, expect, it } from "vitest";
import {
  sizeLimit,
  stepLimit,
  stopWhen,
  timeLimit,
  tokenLimit,
  unreadableLimit,
} from "../../src/agent/stop-conditions.ts";

const start = {
  steps: 0,
  elapsedMs: 0,
  tokens: 0,
  length: 0,
  unreadableReplies: 0,
};

describe("stop conditions", () => {
  it.each([
    ["steps", stepLimit(3), { steps: 2 }, { steps: 3 }],
    ["time", timeLimit(1_000), { elapsedMs: 999 }, { elapsedMs: 1_000 }],
    ["tokens", tokenLimit(500), { tokens: 499 }, { tokens: 500 }],
    ["size", sizeLimit(500), { length: 499 }, { length: 500 }],
    [
      "unreadable",
      unreadableLimit(2),
      { unreadableReplies: 1 },
      { unreadableReplies: 2 },
    ],
  ])("hold from their limit on: %s", (limit, condition, before, reached) => {
    expect(condition({ ...start, ...before })).toBeUndefined();
    expect(condition({ ...start, ...reached })).toBe(limit);
  });

  it("give the reason of the first one that holds", () => {
    const condition = stopWhen(stepLimit(1), timeLimit(1));
    expect(condition(start)).toBeUndefined();
    expect(condition({ ...start, elapsedMs: 1 })).toBe("time");
    expect(condition({ ...start, steps: 1, elapsedMs: 1 })).toBe("steps");
  });
});
