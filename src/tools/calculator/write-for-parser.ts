import { CalculationError, describePlace } from "./calculation-error.ts";
import { endsOperand, startsOperand, type Token } from "./token.ts";

/**
 * What the parser writes for a percentage: its only postfix operator besides `!` (to mathjs, a transposition). Its own
 * `%` cannot be trusted: it takes "10% + 20%" for a remainder.
 */
const PERCENT = "'";

/** What the parser writes for `//`; it has the same rank as `/`. */
const FLOOR_DIVIDE = "./";

/**
 * The tokens in mathjs's notation, each in the place where it stands in `text`, so that the parser's positions hold for
 * both. Throws `CalculationError` where a `%` or `of` has no clear meaning.
 */
export function writeForParser(tokens: readonly Token[], text: string): string {
  let written = "";
  for (const [index, token] of tokens.entries()) {
    written = written.padEnd(token.start);
    if (token.text === "%")
      written += isPercent(tokens, index, text) ? PERCENT : "%";
    else if (token.text === "of") written += multiplyBy(tokens, index, text);
    else written += token.text === "//" ? FLOOR_DIVIDE : token.text;
  }
  return written;
}

/** A `%` between two values is the remainder, any other a percentage. */
function isPercent(
  tokens: readonly Token[],
  index: number,
  text: string,
): boolean {
  const previous = tokens[index - 1];
  const sign = tokens[index];
  const next = tokens[index + 1];
  if (sign === undefined || previous === undefined || !endsOperand(previous))
    throw new CalculationError(
      `unexpected "%" ${describePlace(text, sign?.start ?? 0)}. Write 25%, 25% of 300, or 7 % 3 for the remainder.`,
    );
  if (next === undefined) return true;
  const isCloseBefore = previous.end === sign.start;
  const isCloseBehind = sign.end === next.start;
  // 7 % -3 is a remainder, 100% - 35% and 8%-5% are differences.
  if (/^[-+]$/.test(next.text)) {
    const operand = tokens[index + 2];
    return (
      isCloseBefore ||
      isCloseBehind ||
      operand === undefined ||
      !startsOperand(operand) ||
      operand.start !== next.end
    );
  }
  if (!startsOperand(next)) return true;
  if (isCloseBefore && !isCloseBehind)
    throw new CalculationError(
      `unclear "%" ${describePlace(text, sign.start)}. Write 10% of 4 for a part of 4, or 10 mod 4 for the remainder.`,
    );
  return false;
}

/** "100 / 20% of 50" could be 10 or 25,000. */
function multiplyBy(
  tokens: readonly Token[],
  index: number,
  text: string,
): string {
  const place = describePlace(text, tokens[index]?.start ?? 0);
  if (tokens[index - 1]?.text !== "%")
    throw new CalculationError(
      `unexpected "of" ${place}. It is known behind a percentage only: 25% of 300.`,
    );
  if (/^(?:\/|\/\/|%|mod)$/.test(tokens[index - 3]?.text ?? ""))
    throw new CalculationError(
      `unclear "of" ${place}. Put the percentage and what it is taken of into brackets.`,
    );
  return "*";
}
