import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { factorial } from "../numbers/integers.ts";
import { power as powerOfReal } from "../numbers/powers.ts";
import {
  isReal,
  type Real,
  type Reals,
  toBigInt,
  TWO,
} from "../numbers/reals.ts";
import { convert, isAngle, Quantity, radians } from "../units/quantity.ts";
import {
  add,
  compare,
  divide,
  isEqual,
  multiply,
  multiplyElements,
  negate,
  power,
  remainder,
  remainderOfPower,
  subtract,
} from "./arithmetic.ts";
import { transposeMatrix } from "./matrices.ts";
import {
  type Apply,
  define,
  elementwise,
  type Operation,
} from "./operation.ts";
import { toBoolean, toInteger, toReal, type Value } from "./value.ts";

const HUNDRED = new Fraction(100n);

/** Operators by their signs; those with one value by the sign and an `x` for the value. */
export const OPERATORS: ReadonlyMap<string, Operation> = new Map([
  ...define([2, 2], {
    "+": add,
    "-": subtract,
    "*": multiply,
    ".*": multiplyElements,
    "/": divide,
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
    "&": ofBits((left, right) => left & right),
    "|": ofBits((left, right) => left | right),
    "<<": (reals, value, places) =>
      reals.multiply(toInteger(value), powerOfTwo(reals, places)),
    ">>": (reals, value, places) =>
      reals.floorDivide(toInteger(value), powerOfTwo(reals, places)),
    // A number and the unit after it. Temperatures are made here only: nothing multiplies them.
    measure: (reals, amount, unit) =>
      isReal(amount) && unit instanceof Quantity
        ? new Quantity(amount, unit.terms)
        : multiply(reals, amount, unit),
  }),
  ...define([1, 1], {
    "+x": (_, value) => value,
    "-x": negate,
    "~x": ofBits((value) => ~value),
    "x!": (reals, value) => factorial(reals, toInteger(value)),
    "x'": (_, value) => transposeMatrix(value),
    "x%": (reals, value) => divide(reals, value, HUNDRED),
    "not x": (_, value) => !toBoolean(value),
  }),
  ...define([3, 3], { "^ mod": remainderOfPower }),
]);

/** In other units. A plain number counts as an angle in radians. */
function convertTo(reals: Reals, value: Value, unit: Value): Quantity {
  if (!(unit instanceof Quantity) || unit.amount.toString() !== "1")
    throw new CalculationError("a unit is needed after to: 5 km to mi.");
  if (value instanceof Quantity) return convert(reals, value, unit.terms);
  if (!isAngle(unit.terms))
    throw new CalculationError(
      "a number without a unit cannot be converted. Write its unit: 5 km to mi.",
    );
  return convert(reals, radians(toReal(value)), unit.terms);
}

function ofBits(apply: (left: bigint, right: bigint) => bigint): Apply {
  return (reals, left, right = left) => {
    reals.spend(1);
    return new Fraction(
      apply(toBigInt(toInteger(left)), toBigInt(toInteger(right))),
    );
  };
}

function powerOfTwo(reals: Reals, exponent: Value): Real {
  return powerOfReal(reals, TWO, toInteger(exponent));
}
