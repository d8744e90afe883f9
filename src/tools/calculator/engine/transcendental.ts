import { Fraction } from "fraction.js";
import type { BigNumber as Decimal } from "mathjs";
import { CalculationError } from "../calculation-error.ts";
import { compare } from "./arithmetic.ts";
import {
  certaintyOf,
  DIGITS,
  MAX_DIGITS,
  noteVanishing,
  refuseTooLarge,
  settle,
  settleWithin,
  sizeOf,
  ZERO,
} from "./certainty.ts";
import { spend } from "./effort.ts";
import {
  BigNumber,
  isComplex,
  tidyComplex,
  toComplex,
  toDecimal,
  type Real,
} from "./numbers.ts";
import { isUnit } from "./scalars.ts";
import * as scalars from "./scalars.ts";
import { amountOf, convertUnit, findUnit } from "./units.ts";
import {
  elementwise,
  isNegative,
  isZero,
  ofReals,
  ONE,
  toReal,
  type Apply,
  type Value,
} from "./values.ts";

const FUNCTION_COST = 450;
const ARC_COST = 1_100;

/** Limit on digits before the point: decimal.js needs as many of pi. */
const LARGEST_ANGLE = 100;

/** Relative error of a function of doubles. */
const MIN_ERROR = 3e-14;
const DOUBLE_DIGITS = 16;

export function pi(): Real {
  return BigNumber.acos(-1);
}

export function exp(value: Real): Real {
  spend(FUNCTION_COST);
  const exponent = toDecimal(value);
  if (exponent.abs().greaterThan(MAX_DIGITS * Math.LN10)) refuseTooLarge();
  noteVanishing(exponent);
  const lost = value instanceof Fraction ? 0 : Math.max(0, exponent.e + 1);
  return settle(exponent.exp(), certaintyOf(value) - lost);
}

/** The natural logarithm of a positive value. */
export function ln(value: Real): Real {
  if (isZero(value) || isNegative(value))
    throw new CalculationError("only positive numbers have a logarithm here.");
  spend(FUNCTION_COST);
  return finish(toDecimal(value).ln(), value);
}

/** Exact if a fraction. `value` and `base` are positive, `base` is not 1. */
export function log(value: Real, base: Real): Real {
  return scalars.divide(ln(value), ln(base));
}

/** The logarithm of a negative or complex number is complex. */
export const naturalLogarithm = elementwise((value) => {
  if (!isComplex(value) && !isNegative(toReal(value))) return ln(toReal(value));
  return tidyComplex(toComplex(isComplex(value) ? value : toReal(value)).log());
});

/** Angles are in radians unless they have a unit: sin(30 deg). */
export function toRadians(value: Value): Real {
  const radian = findUnit("rad");
  return isUnit(value) && radian !== undefined
    ? amountOf(convertUnit(value, radian))
    : toReal(value);
}

export const sin = ofAngle("sin");
export const cos = ofAngle("cos");

function ofAngle(name: "sin" | "cos"): (value: Value) => Real {
  return (value) => {
    spend(FUNCTION_COST);
    const angle = toRadians(value);
    const radians = toDecimal(angle);
    const isExact = angle instanceof Fraction && radians.precision() < DIGITS;
    if (radians.e >= (isExact ? LARGEST_ANGLE : DIGITS / 4))
      throw new CalculationError(
        "the angle is too large. Take whole turns (2 * pi) off first.",
      );
    noteVanishing(radians);
    return isExact
      ? finish(radians[name](), angle)
      : settleWithin(radians[name](), radians.e - certaintyOf(angle));
  };
}

/** `limit`: whether the function takes values from -1 to 1 only. */
export function ofRatio(name: "asin" | "acos" | "atan"): (value: Real) => Real {
  return (ratio) => {
    if (name !== "atan" && compare(sizeOf(ratio), ONE) > 0)
      throw new CalculationError(`${name} takes values from -1 to 1.`);
    spend(ARC_COST);
    // Near 1, half of the digits count.
    return finish(toDecimal(ratio)[name](), ratio, name === "atan" ? 1 : 2);
  };
}

export function atan2(y: Real, x: Real): Real {
  spend(ARC_COST);
  const angle = BigNumber.atan2(toDecimal(y), toDecimal(x));
  return finish(angle, certaintyOf(y) < certaintyOf(x) ? y : x);
}

/** Of an exact argument all digits are certain, else those after the point. */
function finish(result: Decimal, argument: Real, share = 1): Real {
  return argument instanceof Fraction && !result.isZero()
    ? settle(result)
    : settleWithin(result, -certaintyOf(argument) / share);
}

/**
 * A function of doubles, and how sure its digits are: those which a change in
 * the argument's last digit does not change.
 */
export function inDoubles(
  name: string,
  apply: (value: number) => number,
): Apply {
  return ofReals((value) => {
    spend(FUNCTION_COST);
    const argument = Number(value.valueOf());
    const result = apply(argument);
    if (result === 0 && toDecimal(value).equals(argument)) return ZERO;
    const error = Math.max(
      ...[1 + Number.EPSILON, 1 - Number.EPSILON]
        .map((factor) => Math.abs(apply(argument * factor) - result))
        .filter((distance) => !Number.isNaN(distance)),
    );
    if (!Number.isFinite(result + error) || (argument === 0 && !isZero(value)))
      throw new CalculationError(
        `${name} has no value here, or one that is too large.`,
      );
    const certain = -Math.log10(error / Math.abs(result) + MIN_ERROR);
    const inherited = certaintyOf(value) - (DOUBLE_DIGITS - certain);
    return settle(
      new BigNumber(String(result)),
      Math.floor(Math.min(certain, inherited)),
    );
  });
}
