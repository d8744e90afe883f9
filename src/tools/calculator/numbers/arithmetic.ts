import type { Decimal } from "decimal.js";
import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  countDigits,
  GUARD_DIGITS,
  isNegative,
  isZero,
  keepExact,
  type Real,
  refuseLostDigits,
  settle,
  toDecimal,
} from "./real.ts";
import type { Workspace } from "./workspace.ts";

export function add(workspace: Workspace, left: Real, right: Real): Real {
  if (left instanceof Fraction && right instanceof Fraction) {
    const [one, other] = [sizeOf(left), sizeOf(right)];
    payForReducing(workspace, {
      numerator: Math.max(one.n + other.d, other.n + one.d),
      denominator: one.d + other.d,
    });
    return keepExact(workspace, left.add(right));
  }
  const [one, other] = bothDecimal(workspace, left, right);
  const isLarger = one.abs().greaterThan(other.abs());
  const [scale, rest] = isLarger ? [one, other] : [other, one];
  if (!rest.isZero() && rest.e < scale.e - (workspace.digits - GUARD_DIGITS))
    workspace.noteCutDigits();
  return settle(workspace, dropNoise(workspace, one.plus(other), scale));
}

export function negate(value: Real): Real {
  return value instanceof Fraction ? value.neg() : value.negated();
}

export function absolute(value: Real): Real {
  return value.abs();
}

export function subtract(workspace: Workspace, left: Real, right: Real): Real {
  return add(workspace, left, negate(right));
}

export function multiply(workspace: Workspace, left: Real, right: Real): Real {
  if (left instanceof Fraction && right instanceof Fraction) {
    const [one, other] = [sizeOf(left), sizeOf(right)];
    payForReducing(workspace, {
      numerator: one.n + other.n,
      denominator: one.d + other.d,
    });
    return keepExact(workspace, left.mul(right));
  }
  const [one, other] = bothDecimal(workspace, left, right);
  return settle(workspace, one.times(other));
}

/** Throws `CalculationError` for a divisor of 0. */
export function divide(workspace: Workspace, left: Real, right: Real): Real {
  if (isZero(right))
    throw new CalculationError("division by zero. It has no value.");
  if (left instanceof Fraction && right instanceof Fraction) {
    const [one, other] = [sizeOf(left), sizeOf(right)];
    payForReducing(workspace, {
      numerator: one.n + other.d,
      denominator: one.d + other.n,
    });
    return keepExact(workspace, left.div(right));
  }
  const [one, other] = bothDecimal(workspace, left, right);
  return settle(workspace, one.div(other));
}

/** Below 0 where `left` is the smaller one, 0 where they are equal. */
export function compare(
  workspace: Workspace,
  left: Real,
  right: Real,
): -1 | 0 | 1 {
  const difference = subtract(workspace, left, right);
  if (isZero(difference)) return 0;
  return isNegative(difference) ? -1 : 1;
}

/**
 * 0 for a value that is nothing but rounding of values of that scale: sqrt(2)^2 - 2, sin(pi). Throws `CalculationError`
 * where the values are so large that the rounding could hide any result.
 */
export function dropNoise(
  { digits, hasCutDigits, Decimal: Digits }: Workspace,
  value: Decimal,
  scale: Decimal,
): Decimal {
  const noise = scale.e - (digits - GUARD_DIGITS);
  if (!value.isZero() && value.e > noise) return value;
  if (hasCutDigits || noise > -digits / 4) refuseLostDigits();
  return new Digits(0);
}

function bothDecimal(
  workspace: Workspace,
  left: Real,
  right: Real,
): [Decimal, Decimal] {
  workspace.effort.spend(15);
  return [toDecimal(workspace, left), toDecimal(workspace, right)];
}

function sizeOf({ n, d }: Fraction): { n: number; d: number } {
  return { n: countDigits(n), d: countDigits(d) };
}

/** A result is reduced by Euclid's algorithm, in the square of the shorter number's digits. */
function payForReducing(
  { effort }: Workspace,
  { numerator, denominator }: { numerator: number; denominator: number },
): void {
  effort.spend(
    1 +
      (numerator + denominator) / 100 +
      Math.min(numerator, denominator) ** 2 * 0.0015,
  );
}
