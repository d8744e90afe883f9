import type { MathNode } from "mathjs/number";
import { CalculationError, describePlace } from "./calculation-error.ts";
import { math } from "./math.ts";
import { readTokens } from "./read-tokens.ts";
import { resolveCommas } from "./resolve-commas.ts";
import { writeForParser } from "./write-for-parser.ts";

/** The expression as mathjs's tree, of which `checkExpression` says whether it is allowed. Throws `CalculationError`. */
export function parseExpression(text: string): MathNode {
  const tokens = resolveCommas(readTokens(text), text);
  const written = writeForParser(tokens, text);
  try {
    return math().parse(written);
  } catch (error) {
    const place = placeOf(error);
    throw new CalculationError(
      place < written.length
        ? `cannot read ${JSON.stringify(text.slice(place, place + 10))} ${describePlace(text, place)}. An operator or a number is missing or too many.`
        : `something is missing at the end of ${JSON.stringify(text.slice(-40))}.`,
    );
  }
}

/** mathjs's syntax errors count characters from 1. */
function placeOf(error: unknown): number {
  return error instanceof Error &&
    "char" in error &&
    typeof error.char === "number"
    ? error.char - 1
    : 0;
}
