import { Decimal } from "decimal.js";
import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import type { Workspace } from "./workspace.ts";

/** A real number: exact as a fraction, or a decimal of as many digits as its workspace has. A decimal is never 0. */
export type Real = Fraction | Decimal;

/** Numbers reach from 10^-3900 to 10^3900: longer ones take long, and nobody reads them. */
export const MAX_DIGITS = 3_900;

/** Of numerator and denominator together. A longer fraction becomes a decimal: reducing it takes the square of its length. */
export const MAX_FRACTION_DIGITS = 1_000;

/** The last digits of a decimal, which rounding may have spoilt. */
export const GUARD_DIGITS = 10;

export const ZERO = new Fraction(0n);
export const HALF = new Fraction(1n, 2n);
export const ONE = new Fraction(1n);
export const TWO = new Fraction(2n);

export function isReal(value: unknown): value is Real {
  return value instanceof Fraction || Decimal.isDecimal(value);
}

export function isInteger(value: unknown): value is Fraction {
  return value instanceof Fraction && value.d === 1n;
}

/** The value of an integer, with its sign. */
export function toBigInt({ s, n }: Fraction): bigint {
  return s * n;
}

export function isZero(value: Real): boolean {
  return value instanceof Fraction && value.n === 0n;
}

export function isNegative(value: Real): boolean {
  return value instanceof Fraction
    ? value.s < 0n && value.n !== 0n
    : value.isNegative();
}

/** Decimal digits; sometimes one too many. */
export function countDigits(integer: bigint): number {
  return Math.ceil(integer.toString(16).length * Math.log10(16));
}

export function toDecimal(workspace: Workspace, value: Real): Decimal {
  if (!(value instanceof Fraction)) return value;
  const { Decimal: Digits, digits, effort } = workspace;
  effort.spend(1 + (countDigits(value.n) + countDigits(value.d)) / 10);
  const [above, below] = [new Digits(toBigInt(value)), new Digits(value.d)];
  if (Math.max(above.precision(), below.precision()) > digits - GUARD_DIGITS)
    workspace.noteCutDigits();
  return above.div(below);
}

/** Keeps a fraction exact as long as it is short enough to go on calculating with. Throws `CalculationError` where it is too large. */
export function keepExact(workspace: Workspace, value: Fraction): Real {
  const numerator = countDigits(value.n);
  const denominator = countDigits(value.d);
  if (numerator - denominator > MAX_DIGITS) refuseTooLarge();
  if (value.d === 1n || numerator + denominator <= MAX_FRACTION_DIGITS)
    return value;
  return settle(workspace, toDecimal(workspace, value));
}

/**
 * The exact value that a decimal plainly stands for: with all its digits 2.000… is 2. Throws `CalculationError` beyond
 * `MAX_DIGITS`.
 */
export function settle(workspace: Workspace, value: Decimal): Real {
  const { digits, hasCutDigits } = workspace;
  workspace.noteRounding();
  if (value.isZero()) return hasCutDigits ? refuseLostDigits() : ZERO;
  if (!value.isFinite() || value.e > MAX_DIGITS) refuseTooLarge();
  if (value.e < -MAX_DIGITS) refuseTooSmall();
  const known = value.toSignificantDigits(digits - GUARD_DIGITS);
  const isPlain =
    !hasCutDigits &&
    known.precision() <= digits / 2 - GUARD_DIGITS / 2 &&
    Math.abs(known.e) < digits / 2;
  return isPlain ? new Fraction(known.toFixed()) : value;
}

/** Beside 1, an argument as small as this leaves no trace, nor does half of its square: exp(1e-90) - 1 would be 0. */
export function noteVanishing(workspace: Workspace, argument: Decimal): void {
  if (!argument.isZero() && argument.e < (GUARD_DIGITS - workspace.digits) / 2)
    workspace.noteCutDigits();
}

export function refuseLostDigits(): never {
  throw new CalculationError(
    "values that are not exact cancel each other out, and what is left is not certain. Rearrange the expression.",
  );
}

export function refuseTooSmall(): never {
  throw new CalculationError(
    `a value is too small to calculate with (below 10^-${MAX_DIGITS}).`,
  );
}

export function refuseTooLarge(): never {
  throw new CalculationError(
    `a value is too large (more than ${MAX_DIGITS} digits). Take logarithms, or a remainder such as 7^1000 % 13.`,
  );
}
