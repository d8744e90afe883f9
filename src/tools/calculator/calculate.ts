import { CalculationError } from "./calculation-error.ts";
import { evaluate, type Statement } from "./expression.ts";
import { formatValue } from "./format-value.ts";
import { Effort, Reals } from "./numbers/reals.ts";
import { parseProgram } from "./reading/program.ts";

/** Of values that are not exact; at least 14 of them are shown. */
const DIGITS = 34;
const MORE_DIGITS = 46;

/**
 * The value of an expression, or of lines of them with variables, as people and models write them; where there is none
 * that is certain, one line that begins with `Error:`. Never throws.
 */
export function calculate(written: string): string {
  try {
    return calculateTwice(parseProgram(written));
  } catch (error) {
    return error instanceof CalculationError
      ? `Error: ${error.message}`
      : "Error: this expression cannot be calculated. Write it with plain numbers and operators, e.g. (2 + 3) * 4.";
  }
}

/** Of a value that is not exact, the digits shown must be the same with more digits. */
function calculateTwice(program: readonly Statement[]): string {
  const effort = new Effort();
  const reals = new Reals(DIGITS, effort);
  const text = formatValue(reals, evaluate(reals, program));
  if (reals.isExact) return text;
  const moreReals = new Reals(MORE_DIGITS, effort);
  if (text === formatValue(moreReals, evaluate(moreReals, program)))
    return text;
  throw new CalculationError(
    "nearly all digits cancel each other out, and what is left is not certain. Rearrange the expression.",
  );
}
