import { CalculationError, describePlace } from "./calculation-error.ts";
import { findConstant, findFunction } from "./find-name.ts";
import { endsOperand, type Token } from "./token.ts";

/** Splits an expression into its pieces. Throws `CalculationError` at the first that arithmetic does not know. */
export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let position = skipBlanks(text, 0);
  while (position < text.length) {
    const token =
      readNumber(text, position) ??
      readName(text, position, tokens.at(-1)) ??
      readSign(text, position);
    tokens.push(token);
    position = skipBlanks(text, token.end);
  }
  return tokens;
}

function skipBlanks(text: string, position: number): number {
  return position + (match(/\s*/y, text, position)?.length ?? 0);
}

const NUMBER =
  /0x[\da-f]+|0b[01]+|0o[0-7]+|(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;

function readNumber(text: string, start: number): Token | undefined {
  const written = match(NUMBER, text, start);
  if (written === undefined) return undefined;
  const end = start + written.length;
  if (/^0[xbo]/i.test(written) && /[\w.]/.test(text.charAt(end)))
    refuseCharacter(text, end);
  // The parser would take the point of "2./3" for a part of the operator.
  const plain = written.replaceAll(/_|\.(?!\d)/g, "");
  refuseOutOfRange(plain);
  return { kind: "number", text: plain, start, end };
}

function refuseOutOfRange(number: string): void {
  const value = Number(number);
  const isZero = !/[1-9]/.test(number.replace(/e.*/i, ""));
  if (!Number.isFinite(value) || (value === 0 && !isZero))
    throw new CalculationError(
      `${number.slice(0, 40)} is beyond the numbers that can be calculated with (about 1e-308 to 1e308).`,
    );
}

const MODULE = /(?:math|cmath|numpy|np|statistics)\.(?=[a-z])/iy;
const NAME = /[\p{L}_][\p{L}\p{M}\d_]*/uy;

function readName(
  text: string,
  position: number,
  previous: Token | undefined,
): Token | undefined {
  const module = match(MODULE, text, position) ?? "";
  const start = position + module.length;
  const name = match(NAME, text, start);
  if (name === undefined) return undefined;
  const end = start + name.length;
  const word = name.toLowerCase();
  const isOperator =
    word === "of" ||
    (word === "mod" && previous !== undefined && endsOperand(previous));
  if (isOperator) return { kind: "operator", text: word, start, end };
  if (findConstant(name) !== undefined)
    return { kind: "constant", text: name, start, end };
  // Of the population in numpy, of a sample in Python's statistics.
  if (/^n/i.test(module) && /^(?:std|var)$/.test(name))
    return { kind: "function", text: `p${name}`, start: position, end };
  if (findFunction(name) !== undefined)
    return { kind: "function", text: name, start, end };
  throw new CalculationError(
    `${JSON.stringify(name.slice(0, 40))} is not known here. Write one expression of numbers, operators and functions such as sqrt, log or round, e.g. (2 + 3) * 4.`,
  );
}

function readSign(text: string, start: number): Token {
  const sign = match(/\/\/|[-+*/^%!(),]/y, text, start);
  if (sign === undefined) return refuseCharacter(text, start);
  const kind = sign === "(" || sign === ")" || sign === "," ? sign : "operator";
  return { kind, text: sign, start, end: start + sign.length };
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [/=/, "Equations and variables are not supported: write one expression."],
  [/[[\]{}]/, "Lists are not supported: write sum(1, 2, 3)."],
  [/[<>&|~≠≤≥]/u, "Comparisons and bit operations are not supported."],
  [/°/u, "Angles are radians: write sin(radians(30))."],
  [/[;:]/, "Write one expression at a time."],
];

function refuseCharacter(text: string, position: number): never {
  const character = String.fromCodePoint(text.codePointAt(position) ?? 0);
  const hint =
    HINTS.find(([characters]) => characters.test(character))?.[1] ??
    "Write numbers and operators only, e.g. (2 + 3) * 4.";
  throw new CalculationError(
    `unexpected ${JSON.stringify(character)} ${describePlace(text, position)}. ${hint}`,
  );
}

function match(
  pattern: RegExp,
  text: string,
  position: number,
): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0];
}
