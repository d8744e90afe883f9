import { Fraction } from "fraction.js";
import type { BigNumber } from "mathjs";
import { CalculationError } from "../calculation-error.ts";
import { work } from "./effort.ts";

/** Precision of inexact values. */
export const DIGITS = 48;

/** Of these, the last ones may be wrong from rounding. */
export const CERTAIN_DIGITS = DIGITS - 6;

/** With fewer certain digits a value is refused. */
const FEWEST_DIGITS = 10;

/** With fewer certain digits nothing is concluded from zeros at the end. */
const MANY_DIGITS = 28;

/** Numbers range from 10^-3900 to 10^3900, which bounds the time. */
export const MAX_DIGITS = 3_900;

export const ZERO = new Fraction(0n);

/** Of values that have fewer than `CERTAIN_DIGITS`. */
const certainties = new WeakMap<object, number>();

/** The number of digits of an inexact value that are certain. */
export function certaintyOf(value: Fraction | BigNumber): number {
  return certainties.get(value) ?? CERTAIN_DIGITS;
}

/**
 * Notes how many digits are certain, and returns a fraction for a decimal that
 * is evidently exact: 2.000… is 2. Throws `CalculationError` for a value out of
 * range, or without enough certain digits.
 */
export function settle(
  value: BigNumber,
  certain = CERTAIN_DIGITS,
): Fraction | BigNumber {
  if (value.isZero() || certain < FEWEST_DIGITS) refuseLostDigits();
  if (!value.isFinite() || value.e > MAX_DIGITS) refuseTooLarge();
  if (value.e < -MAX_DIGITS) refuseTooSmall();
  if (certain < CERTAIN_DIGITS) certainties.set(value, certain);
  const isKnown =
    certain >= MANY_DIGITS && !work.hasCutDigits && Math.abs(value.e) < 20;
  const known = isKnown ? value.toSignificantDigits(certain) : value;
  return isKnown && known.precision() <= certain / 2
    ? new Fraction(known.toFixed())
    : value;
}

/**
 * As `settle`, for a value with an error of 10^`noise`. A value that is nothing
 * but noise is 0, as in sqrt(2)^2 - 2, or refused if it may be another value.
 */
export function settleWithin(
  value: BigNumber,
  noise: number,
): Fraction | BigNumber {
  if (!value.isZero() && value.e > noise)
    return settle(value, Math.min(CERTAIN_DIGITS, value.e - noise));
  if (work.hasCutDigits || noise > -MANY_DIGITS / 2) refuseLostDigits();
  return ZERO;
}

/** decimal.js makes new values, of which nothing is noted. */
function withCertaintyOf<T extends object>(value: object, result: T): T {
  const certain = certainties.get(value);
  if (certain !== undefined) certainties.set(result, certain);
  return result;
}

export function negate(value: Fraction | BigNumber): Fraction | BigNumber {
  return withCertaintyOf(value, value.neg());
}

export function sizeOf(value: Fraction | BigNumber): Fraction | BigNumber {
  return withCertaintyOf(value, value.abs());
}

/** Sums have an absolute error: that of the larger term. */
export function settleSum(
  sum: BigNumber,
  left: BigNumber,
  right: BigNumber,
): Fraction | BigNumber {
  const certain = Math.min(certaintyOf(left), certaintyOf(right));
  const noise = Math.max(left.e, right.e) - certain;
  if (Math.min(left.e, right.e) < noise) work.hasCutDigits = true;
  return settleWithin(sum, noise);
}

/**
 * Notes an argument so close to 0 that adding it, or half of its square, to 1
 * has no effect: exp(1e-90) - 1 would be 0.
 */
export function noteVanishing(argument: BigNumber): void {
  if (!argument.isZero() && argument.e < -CERTAIN_DIGITS / 2)
    work.hasCutDigits = true;
}

export function refuseLostDigits(): never {
  throw new CalculationError(
    "nearly all digits cancel out, so the rest is uncertain. Rearrange the expression.",
  );
}

export function refuseDivisionByZero(): never {
  throw new CalculationError("division by zero. It has no value.");
}

export function refuseTooLarge(): never {
  throw new CalculationError(
    `a value is too large (more than ${MAX_DIGITS} digits). Take logarithms, or a remainder such as 7^1000 % 13.`,
  );
}

export function refuseTooSmall(): never {
  throw new CalculationError(
    `a value is too small to calculate with (below 10^-${MAX_DIGITS}).`,
  );
}
