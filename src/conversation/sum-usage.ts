import type { Usage } from "../turn.ts";

/** An estimate anywhere makes the sum one. */
export function sumUsage(usages: readonly Usage[]): Usage {
  const sum = {
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    modelCalls: 0,
  };
  for (const usage of usages) {
    sum.inputTokens += usage.inputTokens;
    sum.cachedInputTokens += usage.cachedInputTokens;
    sum.outputTokens += usage.outputTokens;
    sum.modelCalls += usage.modelCalls;
  }
  return usages.some(({ isEstimated }) => isEstimated)
    ? { ...sum, isEstimated: true }
    : sum;
}
