import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { absolute, add, divide, multiply, subtract } from "./arithmetic.ts";
import {
  GUARD_DIGITS,
  HALF,
  isNegative,
  type Real,
  refuseLostDigits,
  ZERO,
} from "./real.ts";
import type { Workspace } from "./workspace.ts";

/** Decimal places to round to, before (negative) or behind the point. */
const MAX_PLACES = 28;

/** Throws `CalculationError` for a value that may be on either side of an integer. */
export function floor({ digits }: Workspace, value: Real): Fraction {
  if (value instanceof Fraction) return value.floor();
  const noise = value.e - (digits - GUARD_DIGITS);
  if (noise >= 0)
    throw new CalculationError(
      `the last digits of a value as large as 10^${value.e} are unknown, as it is not exact.`,
    );
  const distance = value.minus(value.round());
  if (distance.isZero() || distance.e <= noise) refuseLostDigits();
  return new Fraction(value.floor().toFixed());
}

export function ceil(workspace: Workspace, value: Real): Fraction {
  return floor(workspace, value.neg()).neg();
}

/** Without its decimals: -3.7 becomes -3. */
export function truncate(workspace: Workspace, value: Real): Fraction {
  return isNegative(value) ? ceil(workspace, value) : floor(workspace, value);
}

/** Rounds halves away from zero, in decimal: round(2.675, 2) = 2.68, round(1250, -2) = 1300. */
export function round(
  workspace: Workspace,
  value: Real,
  places: Real = ZERO,
): Real {
  const count = Number(places.toString());
  if (!Number.isInteger(count) || Math.abs(count) > MAX_PLACES)
    throw new CalculationError(
      `round takes from -${MAX_PLACES} to ${MAX_PLACES} decimal places: round(2.675, 2).`,
    );
  const one = new Fraction(10n ** BigInt(Math.abs(count)));
  const unit = count < 0 ? one : one.inverse();
  const inUnits = absolute(divide(workspace, value, unit));
  const rounded = floor(workspace, add(workspace, inUnits, HALF));
  return multiply(workspace, isNegative(value) ? rounded.neg() : rounded, unit);
}

/** Rounds towards minus infinity, as in Python: -7 // 2 = -4. */
export function floorDivide(
  workspace: Workspace,
  left: Real,
  right: Real,
): Fraction {
  return floor(workspace, divide(workspace, left, right));
}

/** The remainder has the sign of the divisor, as in Python: -7 % 3 = 2. */
export function modulo(workspace: Workspace, left: Real, right: Real): Real {
  const times = floorDivide(workspace, left, right);
  return subtract(workspace, left, multiply(workspace, right, times));
}
