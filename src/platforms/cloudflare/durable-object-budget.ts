import type { Budget, BudgetLimits } from "../../budget.ts";
import type { Env } from "./env.ts";

/** The way to the budget's object, from the edge and from conversations. */
export function createDurableObjectBudget({
  namespace,
  limits,
}: {
  namespace: Env["BUDGET"];
  limits: BudgetLimits;
}): Budget {
  const object = () => namespace.getByName("everybody");
  return {
    limits,
    countMessage: async (message) => object().countMessage(message),
    reserve: async (reservation, options) =>
      object().reserve(reservation, options),
    settle: async (calls) => object().settle(calls),
    usageOf: async (person) => object().usageOf(person),
  };
}
