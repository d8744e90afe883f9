import { CalculationError } from "./calculation-error.ts";
import { evaluate } from "./evaluate.ts";
import { formatValue } from "./format-value.ts";
import { Effort } from "./numbers/effort.ts";
import { Workspace } from "./numbers/workspace.ts";
import { readProgram } from "./reading/read-program.ts";
import type { Statement } from "./syntax/expression.ts";

/** Of values that are not exact; at least 14 of them are shown. */
const DIGITS = 34;
const MORE_DIGITS = 46;

/**
 * The value of what a model wrote: an expression, or lines of them with variables. Throws `CalculationError` where
 * there is none, and where the digits shown would not be certain: they must be the same with more digits.
 */
export function calculate(written: string): string {
  const program = readProgram(written);
  const effort = new Effort();
  const { text, isExact } = evaluateWith({ digits: DIGITS, program, effort });
  if (isExact) return text;
  const check = evaluateWith({ digits: MORE_DIGITS, program, effort });
  if (check.text === text) return text;
  throw new CalculationError(
    "nearly all digits cancel each other out, and what is left is not certain. Rearrange the expression.",
  );
}

function evaluateWith({
  digits,
  program,
  effort,
}: {
  digits: number;
  program: readonly Statement[];
  effort: Effort;
}): { text: string; isExact: boolean } {
  const workspace = new Workspace({ digits, effort });
  const text = formatValue(workspace, evaluate(workspace, program));
  return { text, isExact: workspace.isExact };
}
