import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { parseNames } from "../table.ts";
import { findUnit } from "../units/units.ts";
import { findConstant, findFunction } from "../values/functions.ts";
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
  /** The tokens before it. */
  readonly tokens: readonly Token[];
  readonly isVariable: (name: string) => boolean;
}

const MODULE =
  /(?:c?math|(?:numpy|np)(?:\.linalg)?|statistics|stats|scipy\.special)\.(?=[a-z])/iy;
const NAME = /[\p{L}_°Ω][\p{L}\p{M}\d_°]*/uy;

/**
 * A word, by what is around it: `m` is a variable where it was given a value, a unit after a number, and refused
 * anywhere else.
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
    parseOperand(context, module + name, place) ??
    refuseName(name, isCalled(text, place))
  );
}

/** Words between two values. */
const OPERATOR_WORDS: ReadonlySet<string> = new Set(
  "of mod and or xor if else per".split(" "),
);

const CONVERSION = /(?:to|into|in|as)\b/iy;

function parseOperatorWord(
  { text, tokens }: NameContext,
  name: string,
  place: Place,
): Token | undefined {
  const sign = name.toLowerCase();
  const previous = tokens.at(-1);
  if (!endsOperand(previous) && !isSign(previous, "%"))
    return sign === "not" ? { kind: "operator", sign, ...place } : undefined;
  if (OPERATOR_WORDS.has(sign))
    return { kind: "operator", sign: sign === "per" ? "/" : sign, ...place };
  if (matchAt(CONVERSION, text, place.start) !== name) return undefined;
  // 5 in to cm: an inch.
  const next = matchAt(/\s*/y, text, place.end)?.length ?? 0;
  const target = matchAt(NAME, text, place.end + next) ?? "";
  const isInch = sign === "in" && matchAt(CONVERSION, target, 0) === target;
  return findUnit(target) === undefined || isInch
    ? undefined
    : { kind: "operator", sign: "to", ...place };
}

function parseOperand(
  context: NameContext,
  fullName: string,
  place: Place,
): Token | undefined {
  const name = fullName.split(".").at(-1) ?? "";
  const previous = context.tokens.at(-1);
  const isNumber = previous?.kind === "number";
  const operation = findFunction(ofPopulation(fullName) ?? name);
  if (operation && isCalled(context.text, place))
    return { kind: "function", operation, ...place };
  if (context.isVariable(name)) return { kind: "variable", name, ...place };

  // 2.5 million, 3万. A k must be close to its number: 10k.
  const isThousand = name === "k" && previous?.end === place.start;
  const factor = isThousand ? "1000" : SCALES.get(name.toLowerCase());
  if (isNumber && factor !== undefined)
    return { kind: "scale", factor: new Fraction(factor), ...place };
  const constant = findConstant(isNumber && name === "j" ? "i" : name);
  if (constant) return { kind: "constant", operation: constant, ...place };
  const terms = mayBeUnit(context, name) ? findUnit(name) : undefined;
  if (terms) return { kind: "unit", terms, ...place };
  return operation && { kind: "function", operation, ...place };
}

function isCalled(text: string, { end }: Place): boolean {
  return /^\s?\(/.test(text.slice(end, end + 2));
}

/** numpy's deviations are those of a population, those of Python's statistics of a sample. */
function ofPopulation(fullName: string): string | undefined {
  const name = /^(?:np|numpy)\.(std|var)$/i.exec(fullName)?.[1];
  return name && `p${name}`;
}

/** After a number or another unit; after anything else, as in `(a + b) h`, a letter is a variable without a value. */
function mayBeUnit(
  { text, position, tokens }: NameContext,
  name: string,
): boolean {
  const previous = tokens.at(-1);
  if (previous === undefined) return false;
  if (isSign(previous, "to")) return true;
  if (isSign(previous, "/") || isSign(previous, "*")) {
    const isPrice = isSign(previous, "/") && text.charAt(position - 1) === "/";
    return endsUnit(tokens.slice(0, -1)) || (isPrice && name.length > 1);
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

const SCALES = parseNames(`
12 dozen|100 hundred 百|1000 thousand 千|10000 万|100000 lakh|1000000 million mn 百万|10000000 crore 千万
100000000 亿|1000000000 billion bn|1000000000000 trillion 万亿
`);

/** Says what to write in its place. */
function refuseName(name: string, isFunction: boolean): never {
  const word = name.toLowerCase();
  const hint =
    (isFunction ? FUNCTION_HINTS.get(word) : undefined) ??
    WORD_HINTS.get(word) ??
    otherHint(name, isFunction);
  throw new CalculationError(
    `${JSON.stringify(name.slice(0, 40))} is not known here. ${hint}`,
  );
}

function otherHint(name: string, isFunction: boolean): string {
  if (isFunction)
    return "There is no such function: write its formula with operators. Functions are such as sqrt, log, round, mean.";
  return /\p{Script=Han}/u.test(name)
    ? WITH_OPERATORS
    : `Put a number in its place, or give it a value in a line before (${name.slice(0, 20)} = 5). Functions are such as sqrt, log, round, mean.`;
}

const WITH_OPERATORS =
  "Write it with operators and brackets, e.g. sqrt(16) + 9 or (3 + 5) * 2.";

/** For functions of spreadsheets, by their names. */
const FUNCTION_HINTS = parseHints(`
Write its formula, e.g. 2000 * 0.01 / (1 - 1.01^-12).
  pmt
Write its formula, e.g. 1000 * 1.05^10.
  fv
Write its formula, e.g. 1000 / 1.05^10.
  pv
Write its formula, e.g. -1000 + 600 / 1.05 + 700 / 1.05^2.
  npv
Write median([3, 1, 2]) for the middle, or sorted([3, 1, 2]) and take the value at its place.
  percentile quantile
Write sin(30 deg).
  sind
Write cos(30 deg).
  cosd
Write tan(30 deg).
  tand
`);

const WORD_HINTS = parseHints(`
Dates and times of day are not supported: count the days yourself and write numbers.
  today now date datetime time timedelta tomorrow yesterday days_between datediff pm am
  monday tuesday wednesday thursday friday saturday sunday 今天 明天 昨天
  jan feb mar apr may jun jul aug sep oct nov dec
  january february march april june july august september october november december
Programs are not supported: write expressions, and variables such as x = 5.
  for while def class lambda function return if elif else try with import in
Units are converted as in 5 km to mi; currencies are not: multiply by the rate.
  to into usd eur gbp cny rmb jpy inr dollar dollars euro euros yuan yen pounds 美元 人民币 欧元 英镑 日元
${WITH_OPERATORS}
  a an and between by each from is it left less more of off than the then through what with
Write numbers in digits, e.g. 25 + 2.5.
  zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty
  ninety hundred thousand million billion half third quarter
That is no number.
  inf infinity nan none null undefined n na
Algebra is not supported: put numbers in place of letters, or give them values in lines before (x = 5).
  diff derivative derive integrate integral limit simplify expand factor solve_for x y z
Write short lists with their numbers, e.g. sum([1, 2, 3]).
  zeros ones random rand map filter eigs fft linspace arange array matrix
`);

/** Each hint is followed by the words it is for, in lines that are indented. */
function parseHints(text: string): ReadonlyMap<string, string> {
  const hints = new Map<string, string>();
  let hint = "";
  for (const line of text.trim().split("\n")) {
    if (!line.startsWith(" ")) hint = line;
    else
      for (const word of line.trim().split(" "))
        if (!hints.has(word)) hints.set(word, hint);
  }
  return hints;
}
