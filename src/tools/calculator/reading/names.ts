import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { findConstant } from "../engine/catalogue.ts";
import { findFunctionOf } from "../engine/elsewhere.ts";
import { findUnit } from "../engine/units.ts";
import { parseNames } from "../table.ts";
import { refuseName } from "./hints.ts";
import {
  endsOperand,
  isSign,
  matchAt,
  type Place,
  type Token,
} from "./token.ts";

interface NameContext {
  readonly text: string;
  readonly position: number;
  readonly tokens: readonly Token[];
  readonly isVariable: (name: string) => boolean;
}

const MODULE =
  /(?:c?math|(?:numpy|np)(?:\.linalg)?|statistics|stats|scipy\.special)\.(?=[a-z])/iy;
const NAME = /[\p{L}_°Ω][\p{L}\p{M}\d_°]*/uy;

/**
 * Reads a word by its context: `m` is a variable if it has a value, a unit
 * after a number, and otherwise rejected.
 */
export function parseName(context: NameContext): Token | undefined {
  const { text, position } = context;
  const module = matchAt(MODULE, text, position) ?? "";
  const start = position + module.length;
  const name = matchAt(NAME, text, start);
  if (name === undefined) return undefined;
  const place = { start: position, end: start + name.length };
  return (
    parseOperatorWord(context, name, place) ??
    parseOperand(context, { module, name }, place) ??
    refuseName(name, isCalled(text, place))
  );
}

/** `for x in`, within brackets; its name is a variable there. */
export const COMPREHENSION = /^for (\p{L}[\p{L}\d_]*) in\b/u;

const OPERATOR_WORDS: ReadonlySet<string> = new Set(
  "of mod and or xor if else per".split(" "),
);

const CONVERSION = /(?:to|into|in|as)\b/iy;
const CONVERSION_TO = /\s*(?:to|into|in|as)\s+\p{L}/iuy;

function parseOperatorWord(
  { text, tokens }: NameContext,
  name: string,
  place: Place,
): Token | undefined {
  const sign = name.toLowerCase();
  const previous = tokens.at(-1);
  if (!endsOperand(previous) && !isSign(previous, "%"))
    return sign === "not" ? { kind: "operator", sign, ...place } : undefined;
  const isLoop =
    sign === "in"
      ? isSign(tokens.at(-2), "for")
      : sign === "for" && COMPREHENSION.test(text.slice(place.start));
  if (isLoop) return { kind: "operator", sign, ...place };
  if (OPERATOR_WORDS.has(sign))
    return { kind: "operator", sign: sign === "per" ? "/" : sign, ...place };
  if (matchAt(CONVERSION, text, place.start) !== name) return undefined;
  const next = matchAt(/\s*/y, text, place.end)?.length ?? 0;
  const target = matchAt(NAME, text, place.end + next) ?? "";
  // In `5 in to cm`, `in` is the inch.
  const isInch =
    sign === "in" && matchAt(CONVERSION_TO, text, place.end) !== undefined;
  return findUnit(target) === undefined || isInch
    ? undefined
    : { kind: "operator", sign: "to", ...place };
}

function parseOperand(
  context: NameContext,
  { module, name }: { module: string; name: string },
  place: Place,
): Token | undefined {
  const previous = context.tokens.at(-1);
  const isNumber = previous?.kind === "number";
  const operation = findFunctionOf(module, name);
  if (operation && isCalled(context.text, place))
    return { kind: "function", operation, ...place };
  if (context.isVariable(name)) return { kind: "variable", name, ...place };

  // 2.5 million, 3万. A letter must directly follow its number: 10k, 1.2M.
  const letter = previous?.end === place.start ? LETTERS.get(name) : undefined;
  const factor = letter ?? SCALES.get(name.toLowerCase());
  if (isNumber && factor !== undefined)
    return { kind: "scale", factor: new Fraction(factor), ...place };
  const constant = findConstant(
    isNumber && name === "j" ? "i" : module === "" ? name : name.toLowerCase(),
  );
  if (constant) return { kind: "constant", operation: constant, ...place };
  const symbol = isElectric(context, place) ? ELECTRIC.get(name) : undefined;
  const unit = mayBeUnit(context, name) ? findUnit(symbol ?? name) : undefined;
  if (name === "g" && isSign(previous, "*") && unit)
    throw new CalculationError(
      "g after * is unclear. Write 9.80665 m/s^2 for gravity, or 1 g for a gram.",
    );
  if (unit) return { kind: "unit", unit, ...place };
  return operation && { kind: "function", operation, ...place };
}

/** C and F beside other units: 5 C / 2 s; otherwise they are temperatures. */
const ELECTRIC = parseNames("coulomb C|farad F");

function isElectric({ text, tokens }: NameContext, { end }: Place): boolean {
  const isAfterUnit =
    tokens.at(-3)?.kind === "unit" && isSign(tokens.at(-2), "*", "/");
  return (
    isAfterUnit || /^\s*[*/]\s*(?:\d[\d.]*\s*)?[A-Za-zΩ]/.test(text.slice(end))
  );
}

function isCalled(text: string, { end }: Place): boolean {
  return /^\s?\(/.test(text.slice(end, end + 2));
}

/**
 * A unit follows a number or another unit. After anything else, as in
 * `(a + b) h`, a letter is a variable without a value.
 */
function mayBeUnit(
  { text, position, tokens }: NameContext,
  name: string,
): boolean {
  const previous = tokens.at(-1);
  if (previous === undefined) return false;
  if (isSign(previous, "to")) return true;
  if (isSign(previous, "/") || isSign(previous, "*")) {
    const isPrice = isSign(previous, "/") && text.charAt(position - 1) === "/";
    const isKnown =
      !/^(?!L)\p{Script=Latin}$/u.test(name) ||
      new RegExp(`\\d ?${name}(?![\\p{L}\\d])`, "u").test(text);
    return endsUnit(tokens.slice(0, -1)) || (isPrice && isKnown);
  }
  const isMeasure = ["number", "scale", "unit"].includes(previous.kind);
  const isLetter = /^\p{L}$/u.test(name);
  return isMeasure || endsUnit(tokens) || (!isLetter && endsOperand(previous));
}

/** `m`, `m^2` or `m^-2`. */
function endsUnit(tokens: readonly Token[]): boolean {
  const power = tokens.findLastIndex((token) => isSign(token, "^"));
  const isRaised = power >= 0 && power >= tokens.length - 3;
  return tokens.at(isRaised ? power - 1 : -1)?.kind === "unit";
}

const LETTERS = parseNames("1000 k|1000000 M");

const SCALES = parseNames(`
12 dozen|100 hundred 百|1000 thousand 千|10000 万|100000 lakh|1000000 million mn 百万|10000000 crore 千万
100000000 亿|1000000000 billion bn|1000000000000 trillion 万亿
`);
