import { CalculationError } from "../calculation-error.ts";
import { matchAt } from "./match-at.ts";
import { readName } from "./read-name.ts";
import { readNumber } from "./read-number.ts";
import { readSign } from "./read-sign.ts";
import type { Token } from "./token.ts";

/** The parser calls itself for some of them, and a small runtime's stack is small. */
const MAX_TOKENS = 400;

/** Splits an expression into its pieces. Throws `CalculationError` at the first that is not known. */
export function readTokens(
  text: string,
  { isVariable }: { isVariable: (name: string) => boolean },
): readonly Token[] {
  const tokens: Token[] = [];
  let position = skipBlanks(text, 0);
  while (position < text.length) {
    const token =
      readNumber(text, position) ??
      readName({ text, position, tokens, isVariable }) ??
      readSign(text, position, tokens.at(-1));
    if (tokens.push(token) > MAX_TOKENS)
      throw new CalculationError(
        `the expression has too many parts (more than ${MAX_TOKENS}). Calculate it in parts.`,
      );
    position = skipBlanks(text, token.end);
  }
  return tokens;
}

function skipBlanks(text: string, position: number): number {
  return position + (matchAt(/\s*/y, text, position)?.length ?? 0);
}
