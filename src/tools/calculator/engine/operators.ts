import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  add,
  compare,
  divide,
  floorDivide,
  modulo,
  multiply,
  negateAny,
  power,
  subtract,
} from "./arithmetic.ts";
import { ZERO } from "./certainty.ts";
import { spend } from "./effort.ts";
import { factorial, powerModulo } from "./integers.ts";
import { multiplyAny, powerOfAny, transpose } from "./matrices.ts";
import { isComplex, isReal } from "./numbers.ts";
import { isUnit } from "./scalars.ts";
import {
  amountOf,
  convertUnit,
  findUnit,
  isAngle,
  withAmount,
} from "./units.ts";
import {
  createList,
  define,
  describeKind,
  elementwise,
  isInteger,
  isList,
  isNegative,
  isZero,
  ofIntegers,
  ofReals,
  toBoolean,
  toInteger,
  toNumber,
  toReal,
  TWO,
  type Apply,
  type List,
  type Operation,
  type Value,
} from "./values.ts";

export const remainder = elementwise((left, right) =>
  isUnit(left) && isUnit(right)
    ? withAmount(
        left,
        modulo(amountOf(left), amountOf(convertUnit(right, left))),
      )
    : modulo(toReal(left), toReal(right)),
);

/**
 * `base ^ exponent % modulus`; for integers without computing the power:
 * 7^(10^9) % 13.
 */
export function remainderOfPower(
  base: Value,
  exponent: Value,
  modulus: Value,
): Value {
  const values = [base, exponent, modulus];
  return values.every(isInteger) && !isZero(modulus)
    ? ofIntegers(powerModulo)(...values)
    : remainder(power(base, exponent), modulus);
}

export function isEqual(left: Value, right: Value): boolean {
  if (!isComplex(left) && !isComplex(right)) return compare(left, right) === 0;
  const difference = subtract(left, right);
  return isReal(difference) && compare(difference, ZERO) === 0;
}

export function divideAny(left: Value, right: Value): Value {
  if (!isList(right)) return divide(left, right);
  throw new CalculationError(
    "nothing can be divided by a list. For matrices write a * inv(b).",
  );
}

/** Converts to other units. A plain number counts as an angle in radians. */
const convertTo = elementwise((value, unit) => {
  if (!isUnit(unit) || amountOf(unit).toString() !== "1")
    throw new CalculationError("a unit is needed after to: 5 km to mi.");
  if (isUnit(value)) return convertUnit(value, unit);
  const radian = findUnit("rad");
  if (radian === undefined || !isAngle(unit))
    throw new CalculationError(
      "a number without a unit cannot be converted. Write its unit: 5 km to mi.",
    );
  return convertUnit(withAmount(radian, toReal(value)), unit);
});

/**
 * Returns the item at an index, at two indices of a matrix, or the items at a
 * list of indices. Indices start at 1, as in mathjs.
 */
function itemAt(value: Value, [place, ...others]: List): Value {
  spend(1);
  if (place === undefined) return value;
  if (!isList(value))
    throw new CalculationError(
      `only a list can be indexed, not ${describeKind(value)}. Write every * between factors, and round brackets around a sum.`,
    );
  if (isList(place))
    return createList(place.map((one) => itemAt(value, [one, ...others])));
  const index = toInteger(place);
  const item = value[Number(index) - 1];
  if (item !== undefined) return itemAt(item, others);
  throw new CalculationError(
    `a list of ${value.length} has no index ${String(index).slice(0, 20)}. The first index is 1, as in [5, 6][1].`,
  );
}

function shift(value: Value, places: Value, apply: Apply): Value {
  return apply(
    new Fraction(toInteger(value)),
    power(TWO, new Fraction(toInteger(places))),
  );
}

const floorOfQuotient = ofReals(floorDivide);

/** Operators by sign; unary ones with `x` for their operand. */
export const OPERATORS: ReadonlyMap<string, Operation> = new Map([
  ...define([2, 2], {
    "+": add,
    "-": subtract,
    "*": multiplyAny,
    ".*": multiply,
    "/": divideAny,
    "./": divide,
    "//": floorOfQuotient,
    "^": powerOfAny,
    ".^": elementwise(power),
    mod: remainder,
    to: convertTo,
    "==": elementwise(isEqual),
    "!=": elementwise((left, right) => !isEqual(left, right)),
    "<": elementwise((left, right) => compare(left, right) < 0),
    "<=": elementwise((left, right) => compare(left, right) <= 0),
    ">": elementwise((left, right) => compare(left, right) > 0),
    ">=": elementwise((left, right) => compare(left, right) >= 0),
    and: (left, right) => toBoolean(left) && toBoolean(right),
    or: (left, right) => toBoolean(left) || toBoolean(right),
    xor: (left, right) => toBoolean(left) !== toBoolean(right),
    "&": ofIntegers((left, right) => left & right),
    "|": ofIntegers((left, right) => left | right),
    "<<": elementwise((value, places) => shift(value, places, multiply)),
    ">>": elementwise((value, places) => shift(value, places, floorOfQuotient)),
    // Attaches a unit to a number. Only way to create a temperature, since
    // `multiply` rejects its units.
    measure: (amount, unit) =>
      isReal(amount) && isUnit(unit)
        ? withAmount(unit, amount)
        : multiply(amount, unit),
  }),
  ...define([1, 1], {
    "+x": elementwise(toNumber),
    "-x": negateAny,
    "~x": ofIntegers((value) => ~value),
    "x!": ofIntegers(factorial),
    "x'": transpose,
    "x%": (value) => divide(value, new Fraction(100n)),
    "not x": (value) => !toBoolean(value),
  }),
  ...define([2, Infinity], {
    "x[]": (value, ...places) => itemAt(value, places),
  }),
  ...define([3, 3], {
    "^ mod": (base, exponent, modulus) => {
      if (isInteger(exponent) && isNegative(exponent) && isInteger(modulus))
        throw new CalculationError(
          "a negative power before mod is unclear. Write pow(7, -1, 13) for the modular inverse, or 1/7 mod 13 for the remainder of the fraction.",
        );
      return remainderOfPower(base, exponent, modulus);
    },
  }),
]);
