import type { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { Complex, type Scalar } from "../numbers/complex.ts";
import { isInteger, isReal, type Real } from "../numbers/reals.ts";
import { Quantity } from "../units/quantity.ts";

/** What an expression can stand for. A matrix is a list of rows. */
export type Value = boolean | Scalar | Quantity | Numeral | List;
export type List = readonly Value[];

/** A number that is only to be shown: 0xff. */
export class Numeral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Values that a list may hold, those of the lists in it included. */
const MAX_VALUES = 1_000;

/** Whether the value is a list; `Array.isArray` knows no readonly arrays. */
export function isList(value: Value): value is List {
  return Array.isArray(value);
}

/** A list of lists. */
export function isMatrix(value: Value): value is List {
  return isList(value) && value.length > 0 && value.every(isList);
}

/** Of lists that were made one by one: `[x, x]` doubles what `x` holds. */
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

export function toReal(value: Value): Real {
  if (isReal(value)) return value;
  throw new CalculationError(
    `a plain number is needed, not ${describeKind(value)}.`,
  );
}

export function toInteger(value: Value): Fraction {
  if (isInteger(value)) return value;
  throw new CalculationError("a whole number is needed.");
}

export function toScalar(value: Value): Scalar {
  return value instanceof Complex ? value : toReal(value);
}

export function toBoolean(value: Value): boolean {
  if (typeof value === "boolean") return value;
  throw new CalculationError(
    `a comparison is needed, e.g. 3 > 2, not ${describeKind(value)}.`,
  );
}

function describeKind(value: Value): string {
  if (typeof value === "boolean") return String(value);
  if (isList(value)) return "a list";
  if (value instanceof Quantity) return "a value with a unit";
  if (value instanceof Numeral) return value.text;
  return value instanceof Complex ? "a complex number" : "a number";
}
