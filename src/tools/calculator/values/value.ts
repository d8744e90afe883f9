import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  isInteger,
  isReal,
  isZero,
  ONE,
  toBigInt,
  ZERO,
  type Real,
} from "../numbers/arithmetic.ts";
import { Complex, type Scalar } from "../numbers/complex.ts";
import type { Reals } from "../numbers/reals.ts";
import { Quantity } from "../units/quantity.ts";

/** The result of an expression. A matrix is a list of rows. */
export type Value = boolean | Scalar | Quantity | Numeral | List;
export type List = readonly Value[];

/**
 * Text that only passes through: a numeral to show, 0xff, or the word of an
 * option, "biased".
 */
export class Numeral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Splits off an option at the end. */
export function splitOption(values: List): { option?: string; rest: List } {
  const last = values.at(-1);
  return last instanceof Numeral
    ? { option: last.text, rest: values.slice(0, -1) }
    : { rest: values };
}

/** Limit on the values of a list, including nested lists. */
const MAX_VALUES = 1_000;

/** Unlike `Array.isArray`, narrows readonly arrays. */
export function isList(value: Value): value is List {
  return Array.isArray(value);
}

export function toList(value: Value): List {
  if (isList(value)) return value;
  throw new CalculationError("a list is needed, e.g. [1, 2, 3].");
}

export function isMatrix(value: Value): value is List {
  return isList(value) && value.length > 0 && value.every(isList);
}

/** Limits lists built from others: `[x, x]` doubles the values of `x`. */
export function createList(items: List): List {
  refuseLongList(
    items.reduce<number>((sum, item) => sum + countValues(item), 0),
  );
  return items;
}

export function refuseLongList(length: number | bigint): void {
  if (length > MAX_VALUES)
    throw new CalculationError(
      `lists have at most ${MAX_VALUES} values. For a sum of many use its formula, e.g. n * (n + 1) / 2.`,
    );
}

function countValues(value: Value): number {
  return isList(value)
    ? value.reduce<number>((sum, item) => sum + countValues(item), 1)
    : 1;
}

/**
 * Returns the item at an index, at two indices of a matrix, or the items at a
 * list of indices. Indices start at 1, as in mathjs.
 */
export function itemAt(
  reals: Reals,
  value: Value,
  [place, ...others]: List,
): Value {
  reals.spend(1);
  if (place === undefined) return value;
  if (!isList(value))
    throw new CalculationError(
      `only a list can be indexed, not ${describeKind(value)}. Write every * between factors, and round brackets around a sum.`,
    );
  if (isList(place))
    return createList(
      place.map((one) => itemAt(reals, value, [one, ...others])),
    );
  const index = toInteger(place);
  const item = value[Number(index) - 1];
  if (item !== undefined) return itemAt(reals, item, others);
  throw new CalculationError(
    `a list of ${value.length} has no index ${String(index).slice(0, 20)}. The first index is 1, as in [5, 6][1].`,
  );
}

/** `true` counts as 1, `false` as 0. */
export function toReal(value: Value): Real {
  if (isReal(value)) return value;
  if (typeof value === "boolean") return value ? ONE : ZERO;
  throw new CalculationError(
    `a plain number is needed, e.g. 12.5, not ${describeKind(value)}.`,
  );
}

export function toInteger(value: Value): bigint {
  if (isInteger(value)) return toBigInt(value);
  throw new CalculationError(
    `a whole number is needed, e.g. 12, not ${describeKind(value)}.`,
  );
}

export function toScalar(value: Value): Scalar {
  return value instanceof Complex ? value : toReal(value);
}

/** Numbers other than 0 are true. */
export function toBoolean(value: Value): boolean {
  if (typeof value === "boolean") return value;
  if (isReal(value)) return !isZero(value);
  throw new CalculationError(
    `a comparison is needed, e.g. 3 > 2, not ${describeKind(value)}.`,
  );
}

function describeKind(value: Value): string {
  if (isList(value)) return "a list";
  if (value instanceof Quantity) return "a value with a unit";
  if (value instanceof Numeral) return value.text.slice(0, 20);
  return value instanceof Complex ? "a complex number" : "a decimal";
}

export interface Operation {
  readonly name: string;
  /** Minimum and maximum number of operands. */
  readonly arity: readonly [number, number];
  readonly apply: Apply;
}

/** Pays for its work; throws `CalculationError` if there is no result. */
export type Apply = (reals: Reals, ...values: Value[]) => Value;

export type Operations = readonly (readonly [string, Operation])[];

export function define(
  arity: Operation["arity"],
  operations: Readonly<Record<string, Apply>>,
): Operations {
  return Object.entries(operations).map(([name, apply]) => [
    name,
    { name, arity, apply },
  ]);
}

/**
 * Applies a function to each item of lists, together with the corresponding
 * items of lists of the same length.
 */
export function elementwise(apply: Apply): Apply {
  const applyToItems: Apply = (reals, ...values) => {
    const [list, ...others] = values.filter(isList);
    if (list === undefined) return apply(reals, ...values);
    const other = others.find(({ length }) => length !== list.length);
    if (other !== undefined)
      throw new CalculationError(
        `the lists have different lengths (${list.length} and ${other.length}).`,
      );
    const itemOf = (value: Value, index: number) =>
      isList(value) ? (value[index] ?? value) : value;
    return list.map((_, index) =>
      applyToItems(reals, ...values.map((value) => itemOf(value, index))),
    );
  };
  return applyToItems;
}

export function ofReals(
  apply: (reals: Reals, ...values: Real[]) => Value,
): Apply {
  return elementwise((reals, ...values) => apply(reals, ...values.map(toReal)));
}

export function ofIntegers(
  apply: (reals: Reals, ...values: bigint[]) => Value | bigint,
): Apply {
  return elementwise((reals, ...values) => {
    const result = apply(reals, ...values.map(toInteger));
    return typeof result === "bigint"
      ? reals.keepExact(new Fraction(result))
      : result;
  });
}

/** Takes plain numbers or quantities; the result keeps the quantity's unit. */
export function ofAmounts(
  apply: (reals: Reals, ...values: Real[]) => Real,
): Apply {
  return elementwise((reals, value, ...others) => {
    const rest = others.map(toReal);
    return value instanceof Quantity
      ? new Quantity(apply(reals, value.amount, ...rest), value.terms)
      : apply(reals, toReal(value), ...rest);
  });
}
