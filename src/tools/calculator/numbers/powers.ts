import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  countDigits,
  isInteger,
  isNegative,
  isZero,
  MAX_DIGITS,
  MAX_FRACTION_DIGITS,
  ONE,
  type Real,
  type Reals,
  refuseDivisionByZero,
  refuseTooLarge,
  refuseTooSmall,
  toBigInt,
} from "./reals.ts";

const POWER_COST = 700;
const ROOT_COST = 150;
const LOGARITHM_COST = 450;

/** Roots of a higher degree are not looked for among the fractions. */
const MAX_EXACT_DEGREE = 64n;

/** `base ** exponent`, for a base from 0 on or a whole exponent; exact where it can be. Throws `CalculationError` otherwise. */
export function power(reals: Reals, base: Real, exponent: Real): Real {
  if (isZero(exponent)) return ONE;
  if (isZero(base)) return isNegative(exponent) ? refuseDivisionByZero() : base;
  if (base instanceof Fraction && base.n === 1n && base.d === 1n)
    return isNegative(base) ? powerOfMinusOne(exponent) : ONE;
  if (base instanceof Fraction && exponent instanceof Fraction) {
    const exact = exactPower(reals, base, exponent);
    if (exact !== undefined) return exact;
  }
  const one = reals.toDecimal(base);
  if (exponent instanceof Fraction && exponent.n === 1n && exponent.d === 2n) {
    reals.spend(ROOT_COST);
    return reals.settle(isNegative(exponent) ? one.pow(-0.5) : one.sqrt());
  }
  reals.spend(POWER_COST);
  const other = reals.toDecimal(exponent);
  reals.noteVanishing(other);
  const raised = one.pow(other);
  if (raised.isZero()) refuseTooSmall();
  return reals.settle(raised);
}

/** The largest integer whose power of that degree is not above the value: Newton's method, for a value from 0 on. */
export function integerRoot(
  reals: Reals,
  value: bigint,
  degree: bigint,
): bigint {
  if (value < 2n) return value;
  reals.spend(10 + countDigits(value));
  const bits = value.toString(16).length * 4;
  let guess = 1n << BigInt(Math.ceil(bits / Number(degree)));
  for (;;) {
    const next =
      ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree;
    if (next >= guess) return guess;
    guess = next;
  }
}

export function exponential(reals: Reals, value: Real): Real {
  reals.spend(LOGARITHM_COST);
  const exponent = reals.toDecimal(value);
  if (exponent.abs().greaterThan(MAX_DIGITS * Math.LN10)) refuseTooLarge();
  reals.noteVanishing(exponent);
  return reals.settle(exponent.exp());
}

/** The natural logarithm of a positive value. */
export function logarithm(reals: Reals, value: Real): Real {
  if (isZero(value) || isNegative(value))
    throw new CalculationError("only positive numbers have a logarithm here.");
  reals.spend(LOGARITHM_COST);
  return reals.settle(reals.toDecimal(value).ln());
}

/** Of a positive value to a positive base other than 1; exact where it is a whole number. */
export function logarithmToBase(reals: Reals, value: Real, base: Real): Real {
  return reals.divide(logarithm(reals, value), logarithm(reals, base));
}

/** exp(value) - 1, also for a value so small that the difference would lose it. */
export function exponentialMinusOne(reals: Reals, value: Real): Real {
  return isVanishing(reals, value)
    ? value
    : reals.subtract(exponential(reals, value), ONE);
}

/** ln(1 + value), also for a value so small that the sum would lose it. */
export function logarithmOfOnePlus(reals: Reals, value: Real): Real {
  return isVanishing(reals, value)
    ? value
    : logarithm(reals, reals.add(ONE, value));
}

function isVanishing(reals: Reals, value: Real): boolean {
  return !isZero(value) && reals.toDecimal(value).e < -reals.digits;
}

function powerOfMinusOne(exponent: Real): Real {
  if (!isInteger(exponent)) refuseNegativeBase();
  return exponent.n % 2n === 0n ? ONE : ONE.neg();
}

/** Undefined where the result is no fraction, or too long a one. */
function exactPower(
  reals: Reals,
  base: Fraction,
  exponent: Fraction,
): Real | undefined {
  const rooted = exactRoot(reals, base, exponent.d);
  if (rooted === undefined) return undefined;
  const times = Number(toBigInt(exponent));
  const isWhole = rooted.d === 1n;
  const magnitude = log10(rooted.n) * times;
  if (isWhole && magnitude > MAX_DIGITS) refuseTooLarge();
  if (isWhole && magnitude < -MAX_DIGITS) refuseTooSmall();
  const digits = (log10(rooted.n) + log10(rooted.d)) * Math.abs(times);
  if (digits > MAX_FRACTION_DIGITS && !(isWhole && times > 0)) return undefined;
  reals.spend(5 + digits / 10);
  return reals.keepExact(rooted.pow(new Fraction(toBigInt(exponent))));
}

function exactRoot(
  reals: Reals,
  value: Fraction,
  degree: bigint,
): Fraction | undefined {
  if (degree === 1n) return value;
  if (isNegative(value)) refuseNegativeBase();
  if (degree > MAX_EXACT_DEGREE) return undefined;
  const numerator = integerRoot(reals, value.n, degree);
  const denominator = integerRoot(reals, value.d, degree);
  const isExact =
    numerator ** degree === value.n && denominator ** degree === value.d;
  return isExact ? new Fraction(numerator, denominator) : undefined;
}

/** Of a positive integer, to about 12 digits. */
function log10(integer: bigint): number {
  const written = integer.toString(16);
  const leading = written.slice(0, 13);
  return (
    Math.log10(parseInt(leading, 16)) +
    (written.length - leading.length) * Math.log10(16)
  );
}

function refuseNegativeBase(): never {
  throw new CalculationError(
    "a root of a negative number is no real number here.",
  );
}
