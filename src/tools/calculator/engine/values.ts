import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { negate, ZERO } from "./certainty.ts";
import { math } from "./mathjs.ts";
import {
  isComplex,
  isDecimal,
  isReal,
  keepExact,
  type Complex,
  type Real,
} from "./numbers.ts";
import { isUnit, type Scalar, type Unit } from "./scalars.ts";
import { amountOf, mergeUnits, withAmount } from "./units.ts";

/**
 * The result of an expression. A matrix is a list of rows; a text only passes
 * through: a numeral to show, 0xff, or an option, "biased".
 */
export type Value = boolean | Real | Complex | Unit | string | List;
export type List = readonly Value[];

export interface Operation {
  readonly name: string;
  /** Minimum and maximum number of operands. */
  readonly arity: readonly [number, number];
  readonly apply: Apply;
}

/** Pays for its work; throws `CalculationError` if there is no result. */
export type Apply = (...values: Value[]) => Value;

export type Operations = readonly (readonly [string, Operation])[];

export const ONE = new Fraction(1n);
export const TWO = new Fraction(2n);
export const HALF = new Fraction(1n, 2n);

export function define(
  arity: Operation["arity"],
  operations: Readonly<Record<string, Apply>>,
): Operations {
  return Object.entries(operations).map(([name, apply]) => [
    name,
    { name, arity, apply },
  ]);
}

/** Limit on the values of a list, including nested lists. */
const MAX_VALUES = 1_000;

/** Unlike `Array.isArray`, narrows readonly arrays. */
export function isList(value: unknown): value is List {
  return Array.isArray(value);
}

export function isMatrix(value: Value | undefined): value is readonly List[] {
  return isList(value) && value.length > 0 && value.every(isList);
}

export function toList(value: Value): List {
  if (isList(value)) return value;
  throw new CalculationError("a list is needed, e.g. [1, 2, 3].");
}

/** Limits lists built from others: `[x, x]` doubles the values of `x`. */
export function createList(items: List): List {
  refuseLongList(countValues(items) - 1);
  return items;
}

export function refuseLongList(length: number | bigint): void {
  if (length > MAX_VALUES)
    throw new CalculationError(
      `lists have at most ${MAX_VALUES} values. For a sum of many use its formula, e.g. n * (n + 1) / 2.`,
    );
}

export function countValues(value: Value): number {
  return isList(value)
    ? value.reduce<number>((sum, item) => sum + countValues(item), 1)
    : 1;
}

export function flatten(value: Value): List {
  return isList(value) ? value.flatMap(flatten) : [value];
}

export function isInteger(value: Value): value is Fraction {
  return value instanceof Fraction && value.d === 1n;
}

export function isZero(value: Value): boolean {
  return value instanceof Fraction && value.n === 0n;
}

export function isNegative(value: Real): boolean {
  return value instanceof Fraction ? value.s < 0n : value.isNegative();
}

/** Negates `size` if `value` is negative. */
export function withSignOf(value: Real, size: Real): Real {
  return isNegative(value) ? negate(size) : size;
}

/** `true` counts as 1, `false` as 0. */
export function toNumber(value: Value): Value {
  return typeof value === "boolean" ? (value ? ONE : ZERO) : value;
}

/** Throws `CalculationError` for texts and lists. */
export function toScalar(value: Value): Scalar {
  return isUnit(value) || isComplex(value) ? value : toReal(value);
}

export function toReal(value: Value): Real {
  const number = toNumber(value);
  return isReal(number) ? number : refuseKind("a plain number", "12.5", value);
}

export function toInteger(value: Value): bigint {
  return isInteger(value)
    ? value.s * value.n
    : refuseKind("a whole number", "12", value);
}

/** Numbers other than 0 are true. */
export function toBoolean(value: Value): boolean {
  if (typeof value === "boolean") return value;
  return isReal(value)
    ? !isZero(value)
    : refuseKind("a comparison", "3 > 2", value);
}

function refuseKind(needed: string, example: string, value: Value): never {
  throw new CalculationError(
    `${needed} is needed, e.g. ${example}, not ${describeKind(value)}.`,
  );
}

export function describeKind(value: Value): string {
  if (isList(value)) return "a list";
  if (isUnit(value)) return "a value with a unit";
  if (typeof value === "string") return value.slice(0, 20);
  return isComplex(value) ? "a complex number" : "a decimal";
}

/**
 * Applies a function to each item of lists, together with the corresponding
 * items of lists of the same length.
 */
export function elementwise(apply: Apply): Apply {
  const applyToItems: Apply = (...values) => {
    const [list, ...others] = values.filter(isList);
    if (list === undefined) return apply(...values);
    const other = others.find(({ length }) => length !== list.length);
    if (other !== undefined)
      throw new CalculationError(
        `the lists have different lengths (${list.length} and ${other.length}).`,
      );
    const itemOf = (value: Value, index: number) =>
      isList(value) ? (value[index] ?? value) : value;
    return list.map((_, index) =>
      applyToItems(...values.map((value) => itemOf(value, index))),
    );
  };
  return applyToItems;
}

export function ofReals(apply: (...values: Real[]) => Value): Apply {
  return elementwise((...values) => apply(...values.map(toReal)));
}

export function ofIntegers(
  apply: (...values: bigint[]) => Value | bigint,
): Apply {
  return elementwise((...values) => {
    const result = apply(...values.map(toInteger));
    return typeof result === "bigint"
      ? keepExact(new Fraction(result))
      : result;
  });
}

/** Takes plain numbers or values with units; the result keeps the unit. */
export function ofAmounts(apply: (...values: Real[]) => Real): Apply {
  return elementwise((value, ...others) => {
    const rest = others.map(toReal);
    return isUnit(value)
      ? withAmount(value, apply(amountOf(value), ...rest))
      : apply(toReal(value), ...rest);
  });
}

/** Calls a function of mathjs. Throws `CalculationError` if that fails. */
export function callMathjs(name: string, ...values: readonly unknown[]): Value {
  try {
    return fromMathjs(math[name]?.(...values));
  } catch (error) {
    if (error instanceof CalculationError) throw error;
    throw new CalculationError(
      `${name} cannot be applied to these values. Write numbers, or lists of them.`,
      { cause: error },
    );
  }
}

function fromMathjs(value: unknown): Value {
  if (value instanceof Fraction || isDecimal(value)) return value;
  if (Array.isArray(value)) return value.map(fromMathjs);
  if (isComplex(value)) return value;
  if (isUnit(value)) return mergeUnits(value);
  if (typeof value === "object" && value !== null && "isMatrix" in value)
    return fromMathjs(value.valueOf());
  throw new TypeError("mathjs returned another kind of value.");
}
