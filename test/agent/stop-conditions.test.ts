import { describe, expect, it } from "vitest";
import { findLimit } from "../../src/agent/stop-conditions.ts";
import { INVALID_REPLY } from "../../src/agent/to-steps.ts";
import type { Step } from "../../src/types/turn.ts";

const limits = { elapsedMs: 0, maxSteps: 5, maxTokens: 500, timeoutMs: 1_000 };

function takeSteps(
  count: number,
  { tool = "echo", text = "", inputTokens = 0, outputTokens = 0 } = {},
): Step[] {
  const usage = {
    inputTokens,
    cachedInputTokens: 0,
    outputTokens,
    modelCalls: 1,
  };
  const action = { tool, input: "", thought: "", text };
  return Array.from({ length: count }, () => ({ action, usage }));
}

/** Length of a step's JSON without its text. */
const FRAME = JSON.stringify(takeSteps(1)[0]).length;

describe("the limits of a turn", () => {
  it.each([
    ["steps", takeSteps(4), takeSteps(5)],
    [
      "tokens",
      takeSteps(1, { inputTokens: 400, outputTokens: 99 }),
      takeSteps(1, { inputTokens: 400, outputTokens: 100 }),
    ],
    [
      "size",
      takeSteps(1, { text: "x".repeat(400_000 - FRAME - 1) }),
      takeSteps(1, { text: "x".repeat(400_000 - FRAME) }),
    ],
    [
      "unreadable",
      takeSteps(2, { tool: INVALID_REPLY, text: "?" }),
      takeSteps(3, { tool: INVALID_REPLY, text: "?" }),
    ],
    [
      "empty",
      takeSteps(2, { tool: INVALID_REPLY }),
      takeSteps(3, { tool: INVALID_REPLY }),
    ],
  ])("are reached at their value: %s", (limit, before, reached) => {
    expect(findLimit(before, limits)).toBeUndefined();
    expect(findLimit(reached, limits)).toBe(limit);
  });

  it("apply from the timeout on", () => {
    expect(findLimit([], { ...limits, elapsedMs: 999 })).toBeUndefined();
    expect(findLimit([], { ...limits, elapsedMs: 1_000 })).toBe("time");
  });

  it("return the first one that is reached", () => {
    const options = { ...limits, elapsedMs: 1_000 };
    expect(findLimit(takeSteps(5), options)).toBe("steps");
    expect(findLimit(takeSteps(4), options)).toBe("time");
  });

  it("ignore the unreadable part of a reply with a readable action", () => {
    const [step] = takeSteps(1, { tool: INVALID_REPLY });
    const partly = {
      ...step!,
      action: { ...step!.action, withPrevious: true },
    };
    expect(
      findLimit([partly, partly, partly] as Step[], limits),
    ).toBeUndefined();
  });
});
