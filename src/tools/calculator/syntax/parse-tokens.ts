import type { MathNode } from "mathjs/number";
import { CalculationError, describePlace } from "../calculation-error.ts";
import type { Token } from "../reading/token.ts";
import { parser } from "./parser.ts";

/**
 * The tree of an expression by mathjs's grammar. The parser sees `t0`, `t1`, … for names and numbers (the indices of
 * their tokens), brackets, commas and operators, and nothing that a model wrote. Throws `CalculationError`.
 */
export function parseTokens(tokens: readonly Token[], text: string): MathNode {
  const pieces = tokens.map(write);
  try {
    return parser().parse(pieces.join(""));
  } catch (error) {
    const token = tokens[indexAt(pieces, placeOf(error))];
    throw new CalculationError(
      token === undefined
        ? `something is missing at the end of ${JSON.stringify(text.slice(-40))}.`
        : `cannot read ${JSON.stringify(text.slice(token.start, token.start + 10))} ${describePlace(text, token.start)}. An operator or a number is missing or too many.`,
    );
  }
}

/** The index of the token that the parser calls by that name. */
export function tokenIndexOf(name: string): number {
  return Number(name.slice(1));
}

function write(token: Token, index: number): string {
  if (!("sign" in token)) return `t${index}`;
  return /^[a-z]/.test(token.sign) ? ` ${token.sign} ` : token.sign;
}

/** The piece that holds the character at that place. */
function indexAt(pieces: readonly string[], place: number): number {
  let end = 0;
  return pieces.findIndex((piece) => {
    end += piece.length;
    return place < end;
  });
}

/** mathjs's syntax errors count characters from 1. */
function placeOf(error: unknown): number {
  return error instanceof Error &&
    "char" in error &&
    typeof error.char === "number"
    ? error.char - 1
    : 0;
}
