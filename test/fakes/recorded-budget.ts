import { createBudget } from "../../src/limits/budget.ts";
import type { Budget, BudgetLimits } from "../../src/types/budget.ts";
import { createMemoryCounters } from "./memory-counters.ts";

export const NO_SHARES = { telegram: 0, webhook: 0, web: 0 };

const LIMITS: BudgetLimits = {
  messagesPerMinute: 20,
  userDailyTokens: 200_000,
  channelDailyTokens: NO_SHARES,
  globalDailyTokens: 2_000_000,
};

/**
 * A real budget in memory, three hours before the day ends. Records its calls;
 * throws `failure` while that is set.
 */
export function createRecordedBudget(limits: Partial<BudgetLimits> = {}) {
  const clock = { at: Date.UTC(2026, 10, 22, 21) };
  const now = () => clock.at;
  const inner = createBudget({
    counters: createMemoryCounters({ now }),
    limits: { ...LIMITS, ...limits },
    now,
  });
  const requests: string[] = [];
  const state: { failure: Error | undefined } = { failure: undefined };
  const record = async <Result>(
    name: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    requests.push(name);
    if (state.failure !== undefined) throw state.failure;
    return work();
  };
  const budget: Budget = {
    limits: inner.limits,
    countMessage: (person, options) =>
      record("countMessage", () => inner.countMessage(person, options)),
    reserve: (spender, call) =>
      record("reserve", () => inner.reserve(spender, call)),
    settle: (calls) => record("settle", () => inner.settle(calls)),
    usageOf: (person) => record("usageOf", () => inner.usageOf(person)),
  };
  return { budget, clock, requests, state };
}
