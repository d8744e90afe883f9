import type { Budget, BudgetLimits } from "../../src/budget.ts";
import { createSqliteBudget } from "../../src/platforms/cloudflare/sqlite-budget.ts";
import { createNodeSqliteDatabase } from "./node-sqlite-database.ts";

const LIMITS: BudgetLimits = {
  messagesPerMinute: 20,
  userDailyTokens: 200_000,
  globalDailyTokens: 2_000_000,
};

/**
 * A real budget in memory, three hours before a day's end by its own clock, by which messages come, too. Remembers how it
 * was asked; while `failure` is set, it throws that.
 */
export function createRecordedBudget(limits: Partial<BudgetLimits> = {}) {
  const clock = { at: Date.UTC(2026, 10, 22, 21) };
  const inner = createSqliteBudget({
    database: createNodeSqliteDatabase(),
    limits: { ...LIMITS, ...limits },
    now: () => clock.at,
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
    countMessage: (message) =>
      record("countMessage", () =>
        inner.countMessage({ ...message, at: clock.at }),
      ),
    reserve: (call, options) =>
      record("reserve", () => inner.reserve(call, options)),
    settle: (calls) => record("settle", () => inner.settle(calls)),
    usageOf: (person) => record("usageOf", () => inner.usageOf(person)),
  };
  return { budget, clock, requests, state };
}
