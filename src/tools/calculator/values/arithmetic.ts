import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  addComplex,
  Complex,
  divideComplex,
  multiplyComplex,
  powerOfComplex,
} from "../numbers/complex.ts";
import { powerModulo } from "../numbers/integers.ts";
import * as powers from "../numbers/powers.ts";
import {
  isInteger,
  isNegative,
  isReal,
  isZero,
  type Reals,
  toBigInt,
} from "../numbers/reals.ts";
import {
  addQuantities,
  convert,
  invert,
  multiplyQuantities,
  powerOfQuantity,
  Quantity,
} from "../units/quantity.ts";
import { multiplyMatrices, powerOfMatrix } from "./matrices.ts";
import { elementwise } from "./operation.ts";
import { isList, isMatrix, toReal, toScalar, type Value } from "./value.ts";

/** Of numbers, values with units, and lists of the same shape or with a number, as all of these. */
export const add = elementwise((reals, left, right) => {
  if (left instanceof Quantity && right instanceof Quantity)
    return addQuantities(reals, left, right);
  if (left instanceof Quantity || right instanceof Quantity)
    throw new CalculationError(
      "a value with a unit and one without cannot be added. Give both a unit, e.g. 5 km + 3 km.",
    );
  return isReal(left) && isReal(right)
    ? reals.add(left, right)
    : addComplex(reals, toScalar(left), toScalar(right));
});

export const negate = elementwise((_, value) => {
  if (value instanceof Quantity)
    return new Quantity(value.amount.neg(), value.terms);
  return value instanceof Complex
    ? new Complex(value.re.neg(), value.im.neg())
    : toReal(value).neg();
});

export function subtract(reals: Reals, left: Value, right: Value): Value {
  return add(reals, left, negate(reals, right));
}

/** Of two matrices, or a matrix and a vector, their matrix product. */
export function multiply(reals: Reals, left: Value, right: Value): Value {
  return isList(left) && isList(right)
    ? multiplyMatrices(reals, left, right)
    : multiplyElements(reals, left, right);
}

/** Each element with its counterpart. */
export const multiplyElements = elementwise((reals, left, right) => {
  if (left instanceof Quantity || right instanceof Quantity)
    return multiplyQuantities(reals, toQuantity(left), toQuantity(right));
  return isReal(left) && isReal(right)
    ? reals.multiply(left, right)
    : multiplyComplex(reals, toScalar(left), toScalar(right));
});

export function divide(reals: Reals, left: Value, right: Value): Value {
  if (isList(right))
    throw new CalculationError(
      "nothing can be divided by a list. For matrices write a * inv(b).",
    );
  return divideElements(reals, left, right);
}

const divideElements = elementwise((reals, left, right) => {
  if (right instanceof Quantity)
    return multiply(reals, left, invert(reals, right));
  if (left instanceof Quantity)
    return new Quantity(reals.divide(left.amount, toReal(right)), left.terms);
  return isReal(left) && isReal(right)
    ? reals.divide(left, right)
    : divideComplex(reals, toScalar(left), toScalar(right));
});

/** A root of a negative number is complex. */
export function power(reals: Reals, base: Value, exponent: Value): Value {
  if (isMatrix(base) && isInteger(exponent))
    return powerOfMatrix(reals, base, exponent);
  if (base instanceof Quantity)
    return powerOfQuantity(reals, base, toReal(exponent));
  if (!isReal(base) || !isReal(exponent))
    return powerOfComplex(reals, toScalar(base), toScalar(exponent));
  return isNegative(base) && !isInteger(exponent)
    ? powerOfComplex(reals, base, exponent)
    : powers.power(reals, base, exponent);
}

export const remainder = elementwise((reals, left, right) => {
  if (!(left instanceof Quantity && right instanceof Quantity))
    return reals.modulo(toReal(left), toReal(right));
  const { amount } = convert(reals, right, left.terms);
  return new Quantity(reals.modulo(left.amount, amount), left.terms);
});

/** `base ^ exponent % modulus`, of integers without the power itself: 7^(10^9) % 13. */
export function remainderOfPower(
  reals: Reals,
  base: Value,
  exponent: Value,
  modulus: Value,
): Value {
  const isModular =
    isInteger(base) &&
    isInteger(exponent) &&
    isInteger(modulus) &&
    !isNegative(exponent) &&
    !isZero(modulus);
  if (!isModular)
    return remainder(reals, power(reals, base, exponent), modulus);
  return new Fraction(
    powerModulo(reals, {
      base: toBigInt(base),
      exponent: toBigInt(exponent),
      modulus: toBigInt(modulus),
    }),
  );
}

/** Below 0 where `left` is the smaller one, 0 where they are equal; of numbers, or values that measure the same. */
export function compare(reals: Reals, left: Value, right: Value): -1 | 0 | 1 {
  if (!(left instanceof Quantity && right instanceof Quantity))
    return reals.compare(toReal(left), toReal(right));
  const { amount } = convert(reals, right, left.terms);
  return reals.compare(left.amount, amount);
}

export function isEqual(reals: Reals, left: Value, right: Value): boolean {
  if (typeof left === "boolean" || typeof right === "boolean")
    return left === right;
  if (left instanceof Complex || right instanceof Complex) {
    const isNumber = (value: Value) =>
      isReal(value) || value instanceof Complex;
    if (!isNumber(left) || !isNumber(right)) return false;
  }
  return compare(reals, left, right) === 0;
}

function toQuantity(value: Value): Quantity {
  return value instanceof Quantity ? value : new Quantity(toReal(value), []);
}
