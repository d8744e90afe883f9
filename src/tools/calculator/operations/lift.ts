import type { Fraction } from "fraction.js";
import type { Real } from "../numbers/real.ts";
import type { Workspace } from "../numbers/workspace.ts";
import { onAmount } from "../values/arithmetic.ts";
import { isList, toInteger, toReal, type Value } from "../values/value.ts";
import type { Apply } from "./operation.ts";

/** Of plain numbers; of a list for each of its numbers. */
export function ofReals(
  apply: (workspace: Workspace, ...values: Real[]) => Value,
): Apply {
  return (workspace, first, ...others) =>
    forEach(first, (item) =>
      apply(workspace, toReal(item), ...others.map(toReal)),
    );
}

/** Of whole numbers. */
export function ofIntegers(
  apply: (workspace: Workspace, ...values: Fraction[]) => Value,
): Apply {
  return (workspace, ...values) => apply(workspace, ...values.map(toInteger));
}

/** Of plain numbers, or of the amount of a value with a unit, whose unit the result has too. */
export function ofAmounts(
  apply: (workspace: Workspace, ...values: Real[]) => Real,
): Apply {
  return (workspace, first, ...others) =>
    forEach(first, (item) =>
      onAmount(item, (amount) =>
        apply(workspace, amount, ...others.map(toReal)),
      ),
    );
}

export function forEach(value: Value, apply: (item: Value) => Value): Value {
  return isList(value)
    ? value.map((item) => forEach(item, apply))
    : apply(value);
}
