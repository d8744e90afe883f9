import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { divide } from "./arithmetic.ts";
import {
  countDigits,
  isInteger,
  isNegative,
  isZero,
  keepExact,
  MAX_DIGITS,
  MAX_FRACTION_DIGITS,
  noteVanishing,
  ONE,
  type Real,
  refuseTooLarge,
  refuseTooSmall,
  settle,
  toBigInt,
  toDecimal,
} from "./real.ts";
import type { Workspace } from "./workspace.ts";

const COST = 700;
const ROOT_COST = 150;

/** Roots of a higher degree are not looked for among the fractions. */
const MAX_EXACT_DEGREE = 64n;

/** `base ** exponent`, for a base from 0 on or a whole exponent; exact where it can be. Throws `CalculationError` otherwise. */
export function power(workspace: Workspace, base: Real, exponent: Real): Real {
  if (isZero(exponent)) return ONE;
  if (isZero(base)) return powerOfZero(base, exponent);
  if (base instanceof Fraction && base.n === 1n && base.d === 1n)
    return isNegative(base) ? powerOfMinusOne(exponent) : ONE;
  if (base instanceof Fraction && exponent instanceof Fraction) {
    const exact = exactPower(workspace, base, exponent);
    if (exact !== undefined) return exact;
  }
  const one = toDecimal(workspace, base);
  if (exponent instanceof Fraction && exponent.n === 1n && exponent.d === 2n) {
    workspace.effort.spend(ROOT_COST);
    return settle(workspace, isNegative(exponent) ? one.pow(-0.5) : one.sqrt());
  }
  workspace.effort.spend(COST);
  const other = toDecimal(workspace, exponent);
  noteVanishing(workspace, other);
  const raised = one.pow(other);
  if (raised.isZero()) refuseTooSmall();
  return settle(workspace, raised);
}

/** The root of a value from 0 on. */
export function root(workspace: Workspace, value: Real, degree: Real): Real {
  return power(workspace, value, divide(workspace, ONE, degree));
}

/** The largest integer whose power of that degree is not above the value: Newton's method, for a value from 0 on. */
export function integerRoot(
  { effort }: Workspace,
  value: bigint,
  degree: bigint,
): bigint {
  if (value < 2n) return value;
  effort.spend(10 + countDigits(value));
  const bits = value.toString(16).length * 4;
  let guess = 1n << BigInt(Math.ceil(bits / Number(degree)));
  for (;;) {
    const next =
      ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree;
    if (next >= guess) return guess;
    guess = next;
  }
}

function powerOfZero(zero: Real, exponent: Real): Real {
  if (isNegative(exponent))
    throw new CalculationError("division by zero. It has no value.");
  return zero;
}

function powerOfMinusOne(exponent: Real): Real {
  if (!isInteger(exponent)) refuseNegativeBase();
  return exponent.n % 2n === 0n ? ONE : ONE.neg();
}

/** Undefined where the result is no fraction, or too long a one. */
function exactPower(
  workspace: Workspace,
  base: Fraction,
  exponent: Fraction,
): Real | undefined {
  const rooted = exactRoot(workspace, base, exponent.d);
  if (rooted === undefined) return undefined;
  const times = Number(toBigInt(exponent));
  const isWhole = rooted.d === 1n;
  if (isWhole) refuseOutOfReach(log10(rooted.n) * times);
  const digits = (log10(rooted.n) + log10(rooted.d)) * Math.abs(times);
  if (digits > MAX_FRACTION_DIGITS && !(isWhole && times > 0)) return undefined;
  workspace.effort.spend(5 + digits / 10);
  return keepExact(workspace, rooted.pow(new Fraction(toBigInt(exponent))));
}

function exactRoot(
  workspace: Workspace,
  value: Fraction,
  degree: bigint,
): Fraction | undefined {
  if (degree === 1n) return value;
  if (isNegative(value)) refuseNegativeBase();
  if (degree > MAX_EXACT_DEGREE) return undefined;
  const numerator = integerRoot(workspace, value.n, degree);
  const denominator = integerRoot(workspace, value.d, degree);
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

function refuseOutOfReach(magnitude: number): void {
  if (magnitude > MAX_DIGITS) refuseTooLarge();
  if (magnitude < -MAX_DIGITS) refuseTooSmall();
}

function refuseNegativeBase(): never {
  throw new CalculationError(
    "a root of a negative number is no real number here.",
  );
}
