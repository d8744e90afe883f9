import { expect, it } from "vitest";
import { sumUsage } from "../../src/conversation/sum-usage.ts";
import { USAGE } from "../fixtures/turns.ts";

it("adds all counts up", () => {
  expect(sumUsage([USAGE, USAGE])).toEqual({
    inputTokens: 20,
    cachedInputTokens: 8,
    outputTokens: 6,
    modelCalls: 2,
  });
});

it("is an estimate as soon as one of its parts is", () => {
  const estimate = { ...USAGE, isEstimated: true } as const;
  expect(sumUsage([USAGE, estimate, USAGE]).isEstimated).toBe(true);
  expect(sumUsage([USAGE])).not.toHaveProperty("isEstimated");
});
