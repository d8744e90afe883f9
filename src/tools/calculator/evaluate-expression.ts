import { settle } from "./arithmetic.ts";
import { CalculationError } from "./calculation-error.ts";
import type { Expression } from "./check-expression.ts";

/** The value; every intermediate value is a finite number too. Throws `CalculationError` where there is none. */
export function evaluateExpression(expression: Expression): number {
  if (expression.kind === "number") return expression.value;
  const operands = expression.operands.map(evaluateExpression);
  const { name, apply } = expression.operation;
  const result = apply(...operands);
  if (typeof result === "number" && Number.isFinite(result))
    return settle(result);
  const problem =
    result === Infinity || result === -Infinity
      ? "is infinite or too large (beyond 1e308)"
      : "is no real number";
  throw new CalculationError(`${name}(${operands.join(", ")}) ${problem}.`);
}
