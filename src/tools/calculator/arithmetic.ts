import { CalculationError } from "./calculation-error.ts";

/** Decimal digits that a double always keeps. */
const DIGITS = 15;

/**
 * The short decimal that a double stands for, where it is one: 0.30000000000000004 → 0.3. Applied to every
 * intermediate value, so that the noise of binary fractions neither adds up nor tips a rounding.
 */
export function settle(value: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  const short = Number(value.toPrecision(DIGITS - 3));
  return Math.abs(value - short) <= 4 * Number.EPSILON * Math.abs(value)
    ? short
    : value;
}

/**
 * Where like amounts cancel out, the noise of the digits that neither had goes with them: 1000000.1 - 1000000 = 0.1.
 * Refuses where a result would look exact that is not.
 */
export function add(left: number, right: number): number {
  const sum = left + right;
  if ([left, right, sum].every(Number.isSafeInteger)) return sum;
  const larger = Math.max(Math.abs(left), Math.abs(right));
  const digits = DIGITS + decimalExponent(sum) - decimalExponent(larger);
  const losesFraction = larger >= 1e15 && Number.isSafeInteger(sum);
  if (losesFraction || (digits < 3 && larger >= 1e12))
    throw new CalculationError(
      `${left} and ${right} have more digits together than are kept (about ${DIGITS}). Take out common parts first.`,
    );
  if (digits >= DIGITS) return sum;
  if (digits < 1) return 0;
  // A sum that uses all its digits, as 1/3 - 1/4 does, knows a little more than they say.
  const rounded = sum.toPrecision(digits);
  return /0(?:e|$)/.test(rounded) ? Number(rounded) : sum;
}

export function subtract(left: number, right: number): number {
  return add(left, -right);
}

export function multiply(left: number, right: number): number {
  return notVanishing(left * right, left === 0 || right === 0);
}

export function divide(left: number, right: number): number {
  refuseZeroDivisor(left, right, "/");
  return notVanishing(left / right, left === 0);
}

/** The remainder has the sign of the divisor, as in Python: -7 % 3 = 2. */
export function modulo(left: number, right: number): number {
  refuseZeroDivisor(left, right, "%");
  refuseInexactInteger(left);
  refuseInexactInteger(right);
  if (Number.isInteger(left) && Number.isInteger(right)) {
    const rest = left % right;
    return rest !== 0 && rest < 0 !== right < 0 ? rest + right : rest;
  }
  return subtract(left, right * floorDivide(left, right));
}

/** Rounds towards minus infinity, as in Python: -7 // 2 = -4. */
export function floorDivide(left: number, right: number): number {
  refuseZeroDivisor(left, right, "//");
  refuseInexactInteger(left);
  refuseInexactInteger(right);
  return Number.isInteger(left) && Number.isInteger(right)
    ? (left - modulo(left, right)) / right
    : Math.floor(settle(left / right));
}

export function power(base: number, exponent: number): number {
  // The last digit of the exponent decides on the sign.
  if (base < 0) refuseInexactInteger(exponent);
  return notVanishing(base ** exponent, base === 0);
}

/** Refuses a result that became zero, or lost digits, only because doubles end at about 1e-308. */
export function notVanishing(result: number, isExactZero = false): number {
  if (Math.abs(result) < 2 ** -1022 && !isExactZero)
    throw new CalculationError(
      "a value is too small to calculate with (below 1e-307).",
    );
  return result;
}

/** Beyond 2^53 a double has lost the last digits of an integer; what depends on them would be wrong. */
export function refuseInexactInteger(value: number): void {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new CalculationError(
      `${value} has more digits than are kept (about 15), so the last ones, which this needs, are unknown.`,
    );
}

function refuseZeroDivisor(left: number, right: number, sign: string): void {
  if (right === 0)
    throw new CalculationError(
      `division by zero (${left} ${sign} 0). It has no value.`,
    );
}

function decimalExponent(value: number): number {
  return value === 0
    ? -Infinity
    : Number(value.toExponential().split("e").at(1));
}
