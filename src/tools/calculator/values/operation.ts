import type { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import type { Real, Reals } from "../numbers/reals.ts";
import { Quantity } from "../units/quantity.ts";
import { isList, toInteger, toReal, type Value } from "./value.ts";

/** Something that can be calculated. */
export interface Operation {
  readonly name: string;
  /** How many values it takes: at least and at most. */
  readonly arity: readonly [number, number];
  readonly apply: Apply;
}

/** Pays for what it does; throws `CalculationError` where there is no result. */
export type Apply = (reals: Reals, ...values: Value[]) => Value;

export type Operations = readonly (readonly [string, Operation])[];

/** Operations by name, all of which take that many values. */
export function define(
  arity: Operation["arity"],
  operations: Readonly<Record<string, Apply>>,
): Operations {
  return Object.entries(operations).map(([name, apply]) => [
    name,
    { name, arity, apply },
  ]);
}

/** Of lists for each item, with its counterparts in lists of the same length. */
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

/** Of plain numbers. */
export function ofReals(
  apply: (reals: Reals, ...values: Real[]) => Value,
): Apply {
  return elementwise((reals, ...values) => apply(reals, ...values.map(toReal)));
}

/** Of whole numbers. */
export function ofIntegers(
  apply: (reals: Reals, ...values: Fraction[]) => Value,
): Apply {
  return (reals, ...values) => apply(reals, ...values.map(toInteger));
}

/** Of plain numbers, or of the amount of a value with a unit, whose unit the result has too. */
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
