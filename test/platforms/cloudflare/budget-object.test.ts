import { env } from "cloudflare:workers";
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { createDurableObjectBudget } from "../../../src/platforms/cloudflare/durable-object-budget.ts";
import { createSqliteBudget } from "../../../src/platforms/cloudflare/sqlite-budget.ts";
import { openDurableObjectDatabase } from "../../../src/platforms/cloudflare/sqlite-database.ts";
import { describeBudgetContract } from "../../contracts/budget-contract.ts";

const { BUDGET } = env;
const limits = {
  messagesPerMinute: 20,
  userDailyTokens: 200_000,
  globalDailyTokens: 2_000_000,
};

describeBudgetContract("SQLite budget in a Durable Object", (options, work) =>
  runInDurableObject(BUDGET.getByName(crypto.randomUUID()), (_, state) =>
    work(
      createSqliteBudget({
        database: openDurableObjectDatabase(state.storage),
        ...options,
      }),
    ),
  ),
);

it("counts for everybody in one object, which is still right after it was thrown out of memory", async () => {
  const budget = createDurableObjectBudget({ namespace: BUDGET, limits });
  const call = { id: "1", person: "ann", tokens: 30 };
  expect(await budget.reserve(call, { settled: [] })).toEqual({
    kind: "reserved",
  });
  expect(
    await budget.countMessage({ id: "m", person: "ann", at: Date.now() }),
  ).toEqual({ kind: "counted" });
  await evictDurableObject(BUDGET.getByName("everybody"));
  await budget.settle([{ id: "1", tokens: 12 }]);
  expect(await budget.usageOf("ann")).toMatchObject({
    tokens: 12,
    messages: 1,
  });
});
