import { CalculationError } from "./calculation-error.ts";
import { checkExpression } from "./check-expression.ts";
import { evaluateExpression } from "./evaluate-expression.ts";
import { formatNumber } from "./format-number.ts";
import { normaliseCharacters } from "./normalise-characters.ts";
import { normaliseNotation } from "./normalise-notation.ts";
import { parseExpression } from "./parse-expression.ts";
import { unwrapExpression } from "./unwrap-expression.ts";

/** In UTF-16 units. Nothing can interrupt a calculation, so what goes into it is bounded. */
const MAX_LENGTH = 500;

/** The value of an expression as a model may write it, as text. Throws `CalculationError`. */
export function calculate(written: string): string {
  refuseLong(written);
  const bare = unwrapExpression(normaliseCharacters(written));
  if (bare === "")
    throw new CalculationError(
      "there is no expression. Write one, e.g. (2 + 3) * 4.",
    );
  const plain = normaliseNotation(bare);
  // A sign such as ½ becomes several.
  refuseLong(plain);
  return formatNumber(
    evaluateExpression(checkExpression(parseExpression(plain))),
  );
}

function refuseLong(text: string): void {
  if (text.length > MAX_LENGTH)
    throw new CalculationError(
      `the expression is too long (${text.length} characters; at most ${MAX_LENGTH}). Calculate it in parts.`,
    );
}
