import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  isInteger,
  isNegative,
  isReal,
  TWO,
  type Real,
} from "../numbers/arithmetic.ts";
import * as complex from "../numbers/complex.ts";
import { Complex } from "../numbers/complex.ts";
import { factorial, powerModulo } from "../numbers/integers.ts";
import type { Reals } from "../numbers/reals.ts";
import * as quantities from "../units/quantity.ts";
import { Quantity } from "../units/quantity.ts";
import {
  multiplyMatrices,
  powerOfMatrix,
  transposeMatrix,
} from "./matrices.ts";
import {
  define,
  elementwise,
  isList,
  isMatrix,
  itemAt,
  ofIntegers,
  toBoolean,
  toInteger,
  toReal,
  toScalar,
  type Operation,
  type Value,
} from "./value.ts";

/**
 * Adds numbers, quantities, lists of the same shape, or a number to each item
 * of a list.
 */
export const add = elementwise((reals, left, right) => {
  if (left instanceof Quantity && right instanceof Quantity)
    return quantities.add(reals, left, right);
  if (left instanceof Quantity || right instanceof Quantity)
    throw new CalculationError(
      "a value with a unit and one without cannot be added. Give both a unit, e.g. 5 km + 3 km.",
    );
  return isReal(left) && isReal(right)
    ? reals.add(left, right)
    : complex.add(reals, toScalar(left), toScalar(right));
});

const negate = elementwise((_, value) => {
  if (value instanceof Quantity)
    return new Quantity(value.amount.neg(), value.terms);
  return value instanceof Complex
    ? new Complex(value.re.neg(), value.im.neg())
    : toReal(value).neg();
});

/** Converts `true` and `false` to 1 and 0; returns other values unchanged. */
export const toNumber = elementwise((_, value) =>
  typeof value === "boolean" ? toReal(value) : value,
);

export function subtract(reals: Reals, left: Value, right: Value): Value {
  return add(reals, left, negate(reals, right));
}

/** The matrix product for two matrices, or a matrix and a vector. */
function multiply(reals: Reals, left: Value, right: Value): Value {
  return isList(left) && isList(right)
    ? multiplyMatrices(reals, left, right)
    : multiplyElements(reals, left, right);
}

export const multiplyElements = elementwise((reals, left, right) => {
  if (left instanceof Quantity || right instanceof Quantity)
    return quantities.multiply(reals, toQuantity(left), toQuantity(right));
  return isReal(left) && isReal(right)
    ? reals.multiply(left, right)
    : complex.multiply(reals, toScalar(left), toScalar(right));
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
    return multiply(reals, left, quantities.invert(reals, right));
  if (left instanceof Quantity)
    return new Quantity(reals.divide(left.amount, toReal(right)), left.terms);
  return isReal(left) && isReal(right)
    ? reals.divide(left, right)
    : complex.divide(reals, toScalar(left), toScalar(right));
});

/** A root of a negative number is complex. */
export function power(reals: Reals, base: Value, exponent: Value): Value {
  if (isMatrix(base) && isInteger(exponent))
    return powerOfMatrix(reals, base, exponent);
  if (base instanceof Quantity)
    return quantities.raise(reals, base, toReal(exponent));
  if (!isReal(base) || !isReal(exponent))
    return complex.power(reals, toScalar(base), toScalar(exponent));
  return isNegative(base) && !isInteger(exponent)
    ? complex.power(reals, base, exponent)
    : reals.power(base, exponent);
}

export const remainder = elementwise((reals, left, right) => {
  if (!(left instanceof Quantity && right instanceof Quantity))
    return reals.modulo(toReal(left), toReal(right));
  const { amount } = quantities.convert(reals, right, left.terms);
  return new Quantity(reals.modulo(left.amount, amount), left.terms);
});

/**
 * `base ^ exponent % modulus`; for integers without computing the power:
 * 7^(10^9) % 13.
 */
export function remainderOfPower(
  reals: Reals,
  base: Value,
  exponent: Value,
  modulus: Value,
): Value {
  const values = [base, exponent, modulus];
  const isModular =
    values.every(isInteger) &&
    toInteger(exponent) >= 0n &&
    toInteger(modulus) !== 0n;
  return isModular
    ? ofIntegers(powerModulo)(reals, ...values)
    : remainder(reals, power(reals, base, exponent), modulus);
}

/**
 * Negative if `left` is smaller, 0 if equal. Compares numbers, or quantities of
 * the same kind.
 */
export function compare(reals: Reals, left: Value, right: Value): -1 | 0 | 1 {
  if (!(left instanceof Quantity && right instanceof Quantity))
    return reals.compare(toReal(left), toReal(right));
  const { amount } = quantities.convert(reals, right, left.terms);
  return reals.compare(left.amount, amount);
}

export function isEqual(reals: Reals, left: Value, right: Value): boolean {
  if (left instanceof Complex || right instanceof Complex) {
    const one = complex.partsOf(toScalar(left));
    const other = complex.partsOf(toScalar(right));
    return (
      reals.compare(one.re, other.re) === 0 &&
      reals.compare(one.im, other.im) === 0
    );
  }
  return compare(reals, left, right) === 0;
}

function toQuantity(value: Value): Quantity {
  return value instanceof Quantity ? value : new Quantity(toReal(value), []);
}

/** Converts to other units. A plain number counts as an angle in radians. */
function convertTo(reals: Reals, value: Value, unit: Value): Quantity {
  if (!(unit instanceof Quantity) || unit.amount.toString() !== "1")
    throw new CalculationError("a unit is needed after to: 5 km to mi.");
  if (value instanceof Quantity)
    return quantities.convert(reals, value, unit.terms);
  if (!quantities.isAngle(unit.terms))
    throw new CalculationError(
      "a number without a unit cannot be converted. Write its unit: 5 km to mi.",
    );
  return quantities.convert(
    reals,
    quantities.radians(toReal(value)),
    unit.terms,
  );
}

function powerOfTwo(reals: Reals, exponent: bigint): Real {
  return reals.power(TWO, new Fraction(exponent));
}

const HUNDRED = new Fraction(100n);

/** Operators by sign; unary ones with `x` for their operand. */
export const OPERATORS: ReadonlyMap<string, Operation> = new Map([
  ...define([2, 2], {
    "+": add,
    "-": subtract,
    "*": multiply,
    ".*": multiplyElements,
    "/": divide,
    "./": divideElements,
    "//": (reals, left, right) =>
      reals.floorDivide(toReal(left), toReal(right)),
    "^": power,
    ".^": elementwise(power),
    mod: remainder,
    to: convertTo,
    "==": isEqual,
    "!=": (reals, left, right) => !isEqual(reals, left, right),
    "<": (reals, left, right) => compare(reals, left, right) < 0,
    "<=": (reals, left, right) => compare(reals, left, right) <= 0,
    ">": (reals, left, right) => compare(reals, left, right) > 0,
    ">=": (reals, left, right) => compare(reals, left, right) >= 0,
    and: (_, left, right) => toBoolean(left) && toBoolean(right),
    or: (_, left, right) => toBoolean(left) || toBoolean(right),
    xor: (_, left, right) => toBoolean(left) !== toBoolean(right),
    "&": ofIntegers((_, left, right) => left & right),
    "|": ofIntegers((_, left, right) => left | right),
    "<<": ofIntegers((reals, value, places) =>
      reals.multiply(new Fraction(value), powerOfTwo(reals, places)),
    ),
    ">>": ofIntegers((reals, value, places) =>
      reals.floorDivide(new Fraction(value), powerOfTwo(reals, places)),
    ),
    // Attaches a unit to a number. Only way to create a temperature, since
    // `multiply` rejects its units.
    measure: (reals, amount, unit) =>
      isReal(amount) && unit instanceof Quantity
        ? new Quantity(amount, unit.terms)
        : multiply(reals, amount, unit),
  }),
  ...define([1, 1], {
    "+x": toNumber,
    "-x": negate,
    "~x": ofIntegers((_, value) => ~value),
    "x!": ofIntegers(factorial),
    "x'": (_, value) => transposeMatrix(value),
    "x%": (reals, value) => divide(reals, value, HUNDRED),
    "not x": (_, value) => !toBoolean(value),
  }),
  ...define([2, Infinity], {
    "x[]": (reals, value, ...places) => itemAt(reals, value, places),
  }),
  ...define([3, 3], { "^ mod": remainderOfPower }),
]);
