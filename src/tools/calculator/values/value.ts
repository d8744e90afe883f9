import type { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { Complex, type Scalar } from "../numbers/complex.ts";
import { isInteger, isReal, type Real } from "../numbers/real.ts";
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

/** Whether the value is a list; `Array.isArray` knows no readonly arrays. */
export function isList(value: Value): value is List {
  return Array.isArray(value);
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

/** For error texts. */
function describeKind(value: Value): string {
  if (typeof value === "boolean") return String(value);
  if (isList(value)) return "a list";
  if (value instanceof Quantity) return "a value with a unit";
  if (value instanceof Numeral) return value.text;
  return value instanceof Complex ? "a complex number" : "a number";
}
