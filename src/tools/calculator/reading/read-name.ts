import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { findConstant, findFunction } from "../operations/find-operation.ts";
import { findUnit } from "../units/find-unit.ts";
import { hintFor } from "./hint-for.ts";
import { matchAt } from "./match-at.ts";
import { endsOperand, isSign, type Place, type Token } from "./token.ts";

export interface NameContext {
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
 * A word, by what stands around it: `m` is a variable where it was given a value, a unit behind a number, and refused
 * anywhere else.
 */
export function readName(context: NameContext): Token | undefined {
  const { text, position } = context;
  const module = matchAt(MODULE, text, position) ?? "";
  const start = position + module.length;
  const name = matchAt(NAME, text, start);
  if (name === undefined) return undefined;
  const place = { start: position, end: start + name.length };
  return (
    readOperatorWord(context, name, place) ??
    readOperand(context, module + name, place) ??
    refuseName(name)
  );
}

/** Words between two values. */
const OPERATOR_WORDS: ReadonlySet<string> = new Set(
  "of mod and or xor if else per".split(" "),
);

const CONVERSION = /(?:to|into|in|as)\b/iy;

function readOperatorWord(
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

function readOperand(
  context: NameContext,
  fullName: string,
  place: Place,
): Token | undefined {
  const name = fullName.split(".").at(-1) ?? "";
  const previous = context.tokens.at(-1);
  const isNumber = previous?.kind === "number";
  const operation = findFunction(ofPopulation(fullName) ?? name);
  const isCalled = /^\s?\(/.test(context.text.slice(place.end, place.end + 2));
  if (operation && isCalled) return { kind: "function", operation, ...place };
  if (context.isVariable(name)) return { kind: "variable", name, ...place };

  const factor =
    isNumber && findScale(name, { isClose: previous.end === place.start });
  if (factor) return { kind: "scale", factor, ...place };
  const constant = findConstant(isNumber && name === "j" ? "i" : name);
  if (constant) return { kind: "constant", operation: constant, ...place };
  const terms = mayBeUnit(context) ? findUnit(name) : undefined;
  if (terms) return { kind: "unit", terms, ...place };
  return operation && { kind: "function", operation, ...place };
}

/** numpy's deviations are those of a population, those of Python's statistics of a sample. */
function ofPopulation(fullName: string): string | undefined {
  const name = /^(?:np|numpy)\.(std|var)$/i.exec(fullName)?.[1];
  return name && `p${name}`;
}

/** Behind a number or another unit. */
function mayBeUnit({ text, position, tokens }: NameContext): boolean {
  const previous = tokens.at(-1);
  if (previous === undefined) return false;
  if (!isSign(previous, "/") && !isSign(previous, "*"))
    return (
      isSign(previous, "to") ||
      (endsOperand(previous) && previous.kind !== "percent")
    );
  const isPrice = /\/\p{L}{2}/u.test(text.slice(position - 1, position + 2));
  return isPrice || endsUnit(tokens.slice(0, -1));
}

/** `m`, `m^2` or `m^-2`. */
function endsUnit(tokens: readonly Token[]): boolean {
  const power = tokens.findLastIndex((token) => isSign(token, "^"));
  const isRaised = power >= 0 && power >= tokens.length - 3;
  return tokens.at(isRaised ? power - 1 : -1)?.kind === "unit";
}

const SCALES: Readonly<Record<string, bigint>> = {
  dozen: 12n,
  hundred: 100n,
  百: 100n,
  thousand: 1_000n,
  千: 1_000n,
  万: 10_000n,
  lakh: 100_000n,
  million: 1_000_000n,
  mn: 1_000_000n,
  百万: 1_000_000n,
  crore: 10_000_000n,
  千万: 10_000_000n,
  亿: 100_000_000n,
  billion: 1_000_000_000n,
  bn: 1_000_000_000n,
  万亿: 1_000_000_000_000n,
  trillion: 1_000_000_000_000n,
};

function findScale(
  name: string,
  { isClose }: { isClose: boolean },
): Fraction | undefined {
  const word = name.toLowerCase();
  const factor = Object.hasOwn(SCALES, word) ? SCALES[word] : undefined;
  if (factor !== undefined) return new Fraction(factor);
  return isClose && name === "k" ? new Fraction(1_000n) : undefined;
}

function refuseName(name: string): never {
  throw new CalculationError(
    `${JSON.stringify(name.slice(0, 40))} is not known here. ${hintFor(name)}`,
  );
}
