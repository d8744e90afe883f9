import { calculate } from "./calculate.ts";
import { CalculationError } from "./calculation-error.ts";

/** What the model reads of a calculation: the value alone, or one line that begins with `Error:`. Never throws. */
export function answer(expression: string): string {
  try {
    return calculate(expression);
  } catch (error) {
    return error instanceof CalculationError
      ? `Error: ${error.message}`
      : "Error: this expression cannot be calculated. Write it with plain numbers and operators, e.g. (2 + 3) * 4.";
  }
}
