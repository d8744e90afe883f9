import { CalculationError } from "../calculation-error.ts";
import { isReal, ONE, type Real } from "../numbers/real.ts";
import type { Workspace } from "../numbers/workspace.ts";
import { findUnit } from "../units/find-unit.ts";
import { convert, Quantity } from "../units/quantity.ts";
import { multiply } from "../values/arithmetic.ts";
import { toReal, type Value } from "../values/value.ts";

/** A number with its unit: 5 km. Temperatures are made here only: nothing multiplies them. */
export function measure(
  workspace: Workspace,
  amount: Value,
  unit: Value,
): Value {
  return isReal(amount) && unit instanceof Quantity
    ? new Quantity(amount, unit.terms)
    : multiply(workspace, amount, unit);
}

/** In other units. A plain number counts as an angle in radians. */
export function convertTo(
  workspace: Workspace,
  value: Value,
  unit: Value,
): Quantity {
  if (!(unit instanceof Quantity) || unit.amount.toString() !== "1")
    throw new CalculationError("a unit is needed behind to: 5 km to mi.");
  if (value instanceof Quantity) return convert(workspace, value, unit.terms);
  if (unit.terms[0]?.unit.dimension["halfTurn"] === undefined)
    throw new CalculationError(
      "a number without a unit cannot be converted. Write its unit: 5 km to mi.",
    );
  return convert(workspace, radians(toReal(value)), unit.terms);
}

/** Of an angle such as 30 deg; a plain number is in radians already. */
export function toRadians(workspace: Workspace, value: Value): Real {
  return value instanceof Quantity
    ? convert(workspace, value, radians(ONE).terms).amount
    : toReal(value);
}

function radians(amount: Real): Quantity {
  return new Quantity(amount, findUnit("rad") ?? []);
}
