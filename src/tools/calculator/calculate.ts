import { CalculationError, DateRefusal } from "./calculation-error.ts";
import { begin } from "./engine/numbers.ts";
import { evaluate } from "./expression.ts";
import { formatValue } from "./format-value.ts";
import { parseProgram } from "./reading/program.ts";

/**
 * Calculates an expression, or lines of them, in the notations of users and
 * models. Returns the value, or a line that starts with `Error:`. Never throws.
 *
 * @param timeTool name of the tool to which errors refer for dates
 */
export function calculate(
  written: string,
  { timeTool }: { timeTool?: string | undefined } = {},
): string {
  try {
    begin();
    const program = parseProgram(written);
    return formatValue(evaluate(program));
  } catch (error) {
    if (error instanceof DateRefusal)
      return `Error: ${error.message} ${timeTool === undefined ? "Count the days yourself, and write numbers." : `For dates and the time between them use the tool ${timeTool}.`}`;
    return error instanceof CalculationError
      ? `Error: ${error.message}`
      : "Error: this expression cannot be calculated. Write it with plain numbers and operators, e.g. (2 + 3) * 4.";
  }
}
