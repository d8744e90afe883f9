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
  countDigits,
  isComplex,
  isUnit,
  keepExact,
  math,
  MAX_FRACTION_DIGITS,
  toDecimal,
  type Real,
  type Unit,
} from "./mathjs.ts";
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
  callMathjs,
  elementwise,
  HALF,
  isInteger,
  isMatrix,
  isNegative,
  isZero,
  ONE,
  toComplex,
  toInteger,
  toReal,
  toScalar,
  toSquare,
  withSignOf,
  type Apply,
  type Value,
} from "./values.ts";

export const add = combine("add");
export const subtract = combine("subtract");

/** Adds or subtracts numbers, or values whose units measure the same. */
function combine(name: string): Apply {
  return elementwise((left, right) => {
    if (!isUnit(left) && !isUnit(right))
      return callMathjs(name, toScalar(left), toScalar(right));
    if (!isUnit(left) || !isUnit(right))
      throw new CalculationError(
        "a value with a unit and one without cannot be added. Give both a unit, e.g. 5 km + 3 km.",
      );
    refuseTemperature(left);
    refuseTemperature(right);
    return callMathjs(name, left, convertUnit(right, left));
  });
}

export const multiply = scale("multiply");
export const divide = scale("divide");

function scale(name: string): Apply {
  return elementwise((...values) => {
    for (const value of values) if (isUnit(value)) refuseTemperature(value);
    return callMathjs(name, ...values.map(toScalar));
  });
}

export const negateAny = elementwise((value) =>
  isUnit(value)
    ? withAmount(value, negate(amountOf(value)))
    : callMathjs("unaryMinus", toScalar(value)),
);

/** The arithmetic of reals, which is theirs again. */
export function calculate(
  name: "add" | "subtract" | "multiply" | "divide",
  left: Real,
  right: Real,
): Real {
  return math[`${name}Scalar`]?.(left, right) as Real;
}

/** -1 if `left` is smaller, 0 if equal. */
export function compare(left: Value, right: Value): -1 | 0 | 1 {
  if (isUnit(left) && isUnit(right))
    return compare(amountOf(left), amountOf(convertUnit(right, left)));
  const difference = calculate("subtract", toReal(left), toReal(right));
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
    const rounded = round(calculate("multiply", sizeOf(value), unit));
    return calculate("divide", withSignOf(value, rounded), unit);
  };
}

/** Halves are rounded away from zero: round(2.675, 2) = 2.68. */
export const round = atPlaces((size) => floor(calculate("add", size, HALF)));

/** Rounds towards minus infinity, as in Python: -7 // 2 = -4. */
export function floorDivide(left: Real, right: Real): Fraction {
  return floor(calculate("divide", left, right));
}

/** The remainder has the divisor's sign, as in Python: -7 % 3 = 2. */
export function modulo(left: Real, right: Real): Real {
  const times = floorDivide(left, right);
  return calculate("subtract", left, calculate("multiply", right, times));
}

const ROOT_COST = 150;
const POWER_COST = 700;

/** A root of a negative number is complex. */
export const power: Apply = (base, exponent) => {
  if (isMatrix(base) && isInteger(exponent))
    return powerOfMatrix(base, exponent);
  if (isUnit(base)) return powerOfUnit(base, toReal(exponent));
  const [one, other] = [toScalar(base), toScalar(exponent)];
  if (!isComplex(one) && !isComplex(other)) {
    const [real, times] = [toReal(one), toReal(other)];
    if (!isNegative(real) || isInteger(times)) return powerOfReal(real, times);
  }
  spend(POWER_COST);
  return callMathjs("pow", toComplex(one), toComplex(other));
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
  return withAmount(raised as Unit, powerOfReal(amountOf(base), exponent));
}

const MAX_MATRIX_POWER = 100n;

function powerOfMatrix(base: Value, exponent: Fraction): Value {
  if (exponent.n > MAX_MATRIX_POWER)
    throw new CalculationError(
      `matrices are raised to powers up to ${MAX_MATRIX_POWER} only.`,
    );
  return callMathjs("pow", toSquare(base), Number(toInteger(exponent)));
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
