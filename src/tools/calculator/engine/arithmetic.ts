import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  certaintyOf,
  MAX_DIGITS,
  negate,
  noteVanishing,
  refuseDivisionByZero,
  refuseLostDigits,
  refuseTooLarge,
  refuseTooSmall,
  settle,
  sizeOf,
  ZERO,
} from "./certainty.ts";
import { spend } from "./effort.ts";
import {
  Complex,
  countDigits,
  isComplex,
  keepExact,
  MAX_FRACTION_DIGITS,
  tidyComplex,
  toComplex,
  toDecimal,
  type Real,
} from "./numbers.ts";
import * as scalars from "./scalars.ts";
import { isUnit, type Scalar, type Unit } from "./scalars.ts";
import {
  amountOf,
  convertUnit,
  mergeUnits,
  refuseTemperature,
  withAmount,
  withoutAmount,
  writeUnits,
} from "./units.ts";
import {
  elementwise,
  HALF,
  isInteger,
  isNegative,
  isZero,
  ONE,
  toReal,
  toScalar,
  withSignOf,
  type Apply,
  type Value,
} from "./values.ts";

export const add = combine(scalars.add);
export const subtract = combine(scalars.subtract);

/** Adds or subtracts numbers, or values whose units measure the same. */
function combine(apply: (left: Scalar, right: Scalar) => Scalar): Apply {
  return elementwise((left, right) => {
    const [one, other] = [toScalar(left), toScalar(right)];
    if (!isUnit(one) || !isUnit(other)) return apply(one, other);
    refuseTemperature(one);
    refuseTemperature(other);
    return apply(one, convertUnit(other, one));
  });
}

export const multiply = scale(scalars.multiply);
export const divide = scale(scalars.divide);

function scale(apply: (left: Scalar, right: Scalar) => Scalar): Apply {
  return elementwise((left, right) => {
    const [one, other] = [toScalar(left), toScalar(right)];
    for (const value of [one, other])
      if (isUnit(value)) refuseTemperature(value);
    const result = apply(one, other);
    return isUnit(result) ? mergeUnits(result) : result;
  });
}

export const negateAny = elementwise((value) => {
  if (isUnit(value)) return withAmount(value, negate(amountOf(value)));
  return isComplex(value)
    ? new Complex(-value.re, -value.im)
    : negate(toReal(value));
});

/** -1 if `left` is smaller, 0 if equal. */
export function compare(left: Value, right: Value): -1 | 0 | 1 {
  if (isUnit(left) && isUnit(right))
    return compare(amountOf(left), amountOf(convertUnit(right, left)));
  const difference = scalars.subtract(toReal(left), toReal(right));
  if (isZero(difference)) return 0;
  return isNegative(difference) ? -1 : 1;
}

/**
 * Throws `CalculationError` if rounding could have moved the value across an
 * integer.
 */
export function floor(value: Real): Fraction {
  if (value instanceof Fraction) return value.floor();
  const noise = value.e - certaintyOf(value);
  if (noise >= 0)
    throw new CalculationError(
      `the last digits of an inexact value as large as 10^${value.e} are unknown.`,
    );
  const distance = value.minus(value.round());
  if (distance.isZero() || distance.e <= noise) refuseLostDigits();
  return new Fraction(value.floor().toFixed());
}

export function ceil(value: Real): Fraction {
  return floor(negate(value)).neg();
}

/** Limit for rounding, before (negative) and after the point. */
const MAX_PLACES = 28;

/** Rounds the size of a value to a number of decimal places. */
export function atPlaces(round: (size: Real) => Real) {
  return (value: Real, places: Real = ZERO): Real => {
    const count = Number(places.toString());
    if (!Number.isInteger(count) || Math.abs(count) > MAX_PLACES)
      throw new CalculationError(
        `rounding takes from -${MAX_PLACES} to ${MAX_PLACES} decimal places: round(2.675, 2).`,
      );
    const power = new Fraction(10n ** BigInt(Math.abs(count)));
    const unit = count < 0 ? power.inverse() : power;
    const rounded = round(scalars.multiply(sizeOf(value), unit));
    return scalars.divide(withSignOf(value, rounded), unit);
  };
}

/** Halves are rounded away from zero: round(2.675, 2) = 2.68. */
export const round = atPlaces((size) => floor(scalars.add(size, HALF)));

/** Rounds towards minus infinity, as in Python: -7 // 2 = -4. */
export function floorDivide(left: Real, right: Real): Fraction {
  return floor(scalars.divide(left, right));
}

/** The remainder has the divisor's sign, as in Python: -7 % 3 = 2. */
export function modulo(left: Real, right: Real): Real {
  const times = floorDivide(left, right);
  return scalars.subtract(left, scalars.multiply(right, times));
}

const ROOT_COST = 150;
const POWER_COST = 700;

/** A root of a negative number is complex. */
export const power: Apply = (base, exponent) => {
  if (isUnit(base)) return powerOfUnit(base, toReal(exponent));
  if (!isComplex(base) && !isComplex(exponent)) {
    const [real, times] = [toReal(base), toReal(exponent)];
    if (!isNegative(real) || isInteger(times)) return powerOfReal(real, times);
  }
  spend(POWER_COST);
  const complex = (value: Value) =>
    toComplex(isComplex(value) ? value : toReal(value));
  return tidyComplex(complex(base).pow(complex(exponent)));
};

function powerOfUnit(base: Unit, exponent: Real): Value {
  refuseTemperature(base);
  const times = Number(exponent.valueOf());
  if (times === 0) return ONE;
  if (!base.units.every((term) => Number.isInteger(term.power * times)))
    throw new CalculationError(
      `${writeUnits(base)} cannot be raised to that power.`,
    );
  const raised = mergeUnits(withoutAmount(base).pow(times));
  const amount = powerOfReal(amountOf(base), exponent);
  return isUnit(raised) ? withAmount(raised, amount) : amount;
}

/** For a base from 0 on, or an integer exponent; exact if possible. */
function powerOfReal(base: Real, exponent: Real): Real {
  if (isZero(exponent)) return ONE;
  if (isZero(base)) return isNegative(exponent) ? refuseDivisionByZero() : base;
  if (base instanceof Fraction && exponent instanceof Fraction) {
    const exact = exactPower(base, exponent);
    if (exact !== undefined) return exact;
  }
  const [one, other] = [toDecimal(base), toDecimal(exponent)];
  const isRoot = other.abs().equals(0.5);
  spend(isRoot ? ROOT_COST : POWER_COST);
  noteVanishing(other);
  const root = isRoot ? one.sqrt() : undefined;
  const raised =
    root === undefined
      ? one.pow(other)
      : other.isNegative()
        ? root.pow(-1)
        : root;
  if (raised.isZero()) refuseTooSmall();
  // An error in the base grows with the exponent, and the other way round.
  const certain = Math.min(
    certaintyOf(base) -
      (base instanceof Fraction ? 0 : Math.max(0, other.e + 1)),
    certaintyOf(exponent) - (exponent instanceof Fraction ? 0 : 4),
  );
  return settle(raised, certain);
}

/** Higher roots are not computed exactly. */
const MAX_EXACT_DEGREE = 64n;

/** `undefined` if the result is not a fraction, or too long a one. */
function exactPower(base: Fraction, exponent: Fraction): Real | undefined {
  if (base.n === 1n && base.d === 1n)
    return isNegative(base) && exponent.n % 2n === 1n ? base : ONE;
  const rooted = exactRoot(base, exponent.d);
  if (rooted === undefined) return undefined;
  const times = Number(exponent.s * exponent.n);
  const isWhole = rooted.d === 1n;
  const magnitude = log10(rooted.n) * times;
  if (isWhole && magnitude > MAX_DIGITS) refuseTooLarge();
  if (isWhole && magnitude < -MAX_DIGITS) refuseTooSmall();
  const digits = (log10(rooted.n) + log10(rooted.d)) * Math.abs(times);
  if (digits > MAX_FRACTION_DIGITS && !(isWhole && times > 0)) return undefined;
  spend(5 + digits / 10);
  return keepExact(rooted.pow(new Fraction(exponent.s * exponent.n)));
}

/** fraction.js factorises for a root, which may never end. */
function exactRoot(value: Fraction, degree: bigint): Fraction | undefined {
  if (degree === 1n) return value;
  if (degree > MAX_EXACT_DEGREE) return undefined;
  const above = integerRoot(value.n, degree);
  const below = integerRoot(value.d, degree);
  const isExact = above ** degree === value.n && below ** degree === value.d;
  return isExact ? new Fraction(above, below) : undefined;
}

/** The integer part of a root of a value from 0 on, by Newton's method. */
export function integerRoot(value: bigint, degree: bigint): bigint {
  if (value < 2n) return value;
  spend(10 + countDigits(value));
  const bits = value.toString(16).length * 4;
  let guess = 1n << BigInt(Math.ceil(bits / Number(degree)));
  for (;;) {
    const next =
      ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** Logarithm of a positive integer, to about 12 digits. */
function log10(integer: bigint): number {
  const written = integer.toString(16);
  const leading = written.slice(0, 13);
  return (
    Math.log10(parseInt(leading, 16)) +
    (written.length - leading.length) * Math.log10(16)
  );
}
