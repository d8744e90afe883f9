import { CalculationError } from "./calculation-error.ts";
import { begin } from "./engine/numbers.ts";
import { evaluate } from "./expression.ts";
import { formatValue } from "./format-value.ts";
import { parseProgram } from "./reading/program.ts";

/**
 * Calculates an expression, or lines of them, in the notations of users and
 * models. Returns the value, or a line that starts with `Error:`. Never throws.
 */
export function calculate(written: string): string {
  try {
    begin();
    const program = parseProgram(written);
    return formatValue(evaluate(program));
  } catch (error) {
    return error instanceof CalculationError
      ? `Error: ${error.message}`
      : "Error: this expression cannot be calculated. Write it with plain numbers and operators, e.g. (2 + 3) * 4.";
  }
}
