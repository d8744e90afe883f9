import { Fraction } from "fraction.js";
import { CalculationError, refuse } from "../calculation-error.ts";
import { findFunction } from "../engine/catalogue.ts";
import { MAX_DIGITS } from "../engine/certainty.ts";
import { parseName } from "./names.ts";
import { endsOperand, isSign, matchAt, type Token } from "./token.ts";

/** Limits the parser's recursion, for runtimes with a small stack. */
const MAX_TOKENS = 400;

/** Throws `CalculationError` at the first unknown token. */
export function tokenize(
  text: string,
  { isVariable }: { isVariable: (name: string) => boolean },
): readonly Token[] {
  const tokens: Token[] = [];
  let position = skipBlanks(text, 0);
  while (position < text.length) {
    const token =
      readNumber(text, position) ??
      readOption(text, position, tokens.at(-1)) ??
      parseName({ text, position, tokens, isVariable }) ??
      readSign(text, position, tokens.at(-1));
    if (tokens.push(token) > MAX_TOKENS)
      throw new CalculationError(
        `the expression has too many parts (more than ${MAX_TOKENS}). Calculate it in parts.`,
      );
    position = skipBlanks(text, token.end);
  }
  return resolveBars(tokens);
}

/**
 * The exact value of a number without thousands separators: `.5`, `6.02e23`,
 * `0xFF`.
 */
export function parseNumber(written: string): Fraction {
  if (/^0[xbo]/i.test(written)) return new Fraction(BigInt(written));
  const [mantissa = "", exponent = "0"] = written.toLowerCase().split("e");
  if (Math.abs(Number(exponent)) > MAX_DIGITS)
    throw new CalculationError(
      `${written.slice(0, 40)} is outside the range of numbers (10^-${MAX_DIGITS} to 10^${MAX_DIGITS}).`,
    );
  const [whole = "", decimals = ""] = mantissa.split(".");
  const places = Number(exponent) - decimals.length;
  const digits = BigInt(whole + decimals);
  const power = 10n ** BigInt(Math.abs(places));
  return places < 0
    ? new Fraction(digits, power)
    : new Fraction(digits * power);
}

function skipBlanks(text: string, position: number): number {
  return position + (matchAt(/\s*/y, text, position)?.length ?? 0);
}

const NUMBER =
  /0x[\da-f]+|0b[01]+|0o[0-7]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;

/**
 * Follows an incomplete number: `1e`, `1e+`, `0x`. In `2e^3` and `2exp(3)` the
 * number is complete.
 */
const BROKEN_OFF =
  /e(?![\p{L}\d_(^]|\s*\^)|(?<=(?<![\d.])0)[xbo](?![\p{L}\d_(])/iuy;

/**
 * Throws `CalculationError` for a number that is too large, incomplete or
 * malformed.
 */
function readNumber(text: string, start: number): Token | undefined {
  const written = matchAt(NUMBER, text, start);
  if (written === undefined) return undefined;
  const end = start + written.length;
  const rest = matchAt(BROKEN_OFF, text, end);
  if (rest !== undefined)
    refuse(`the number ${JSON.stringify(written + rest)} is incomplete`, {
      text,
      index: start,
      hint: "Write it in full, e.g. 1.5e3 or 0x1F; for Euler's number write 2 * e.",
    });
  const isPrefixed = /^0[xbo]/i.test(written);
  if (isPrefixed ? /[\w.]/.test(text.charAt(end)) : text.charAt(end) === ".")
    refuse(`cannot read ${JSON.stringify(text.slice(start, end + 5))}`, {
      text,
      index: start,
      hint: "Write numbers like 1234.5.",
    });
  return { kind: "number", value: parseNumber(written), start, end };
}

function readOption(
  text: string,
  start: number,
  previous: Token | undefined,
): Token | undefined {
  if (previous?.kind !== "separator") return undefined;
  const written = matchAt(
    /(["'])(?:unbiased|uncorrected|biased|asc|desc)\1/y,
    text,
    start,
  );
  return written === undefined
    ? undefined
    : {
        kind: "option",
        word: written.slice(1, -1),
        start,
        end: start + written.length,
      };
}

const SIGN = /\/\/|[=!<>]=|<<|>>|&&|\|\||\.[*/^]|[-+*/^%()[\]{},;!'<>&|~?:]/y;

/** Signs with another canonical form. */
const OTHERS: Readonly<Record<string, string>> = {
  "&&": "and",
  "||": "or",
  "{": "(",
  "}": ")",
};

const KINDS: Readonly<Record<string, "open" | "close" | "separator">> = {
  "(": "open",
  "[": "open",
  ")": "close",
  "]": "close",
  ",": "separator",
  ";": "separator",
};

function readSign(
  text: string,
  start: number,
  previous: Token | undefined,
): Token {
  const written = matchAt(SIGN, text, start);
  const isTransposed =
    previous?.kind === "close" || previous?.kind === "variable";
  if (written === undefined || (written === "'" && !isTransposed))
    return refuseCharacter(text, start);
  const place = { start, end: start + written.length };
  if (written === "!" && !endsOperand(previous))
    return { kind: "operator", sign: "not", ...place };
  const sign = OTHERS[written] ?? written;
  return { kind: KINDS[sign] ?? "operator", sign, ...place };
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /=/,
    "Equations are not solved: write one expression, or x == 5 to compare.",
  ],
  [/["'`]/, "Texts are not supported: write numbers and operators."],
  [/\$/, "Replace every placeholder by a number."],
  [/\./, "Write numbers like 1234.5."],
  [/./s, "Write numbers and operators only, e.g. (2 + 3) * 4."],
];

function refuseCharacter(text: string, index: number): never {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  const [, hint = ""] = HINTS.find(([known]) => known.test(character)) ?? [];
  refuse(`unexpected ${JSON.stringify(character)}`, { text, index, hint });
}

/**
 * Rewrites `|-5|` as `abs(-5)`; a bar between two values is the bitwise
 * operator.
 */
function resolveBars(tokens: readonly Token[]): readonly Token[] {
  const absolute = findFunction("abs");
  if (absolute === undefined) return tokens;
  const resolved: Token[] = [];
  /** The open brackets; `true` for those that a bar opened. */
  const open: boolean[] = [];
  for (const token of tokens) {
    const { start, end } = token;
    const isBar = isSign(token, "|");
    if (isBar && !endsOperand(resolved.at(-1))) {
      open.push(true);
      resolved.push(
        { kind: "function", operation: absolute, start, end },
        { kind: "open", sign: "(", start, end },
      );
    } else if (isBar && open.at(-1) === true) {
      open.pop();
      resolved.push({ kind: "close", sign: ")", start, end });
    } else {
      if (token.kind === "open") open.push(false);
      if (token.kind === "close") open.pop();
      resolved.push(token);
    }
  }
  return resolved;
}
