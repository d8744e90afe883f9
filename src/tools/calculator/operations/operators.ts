import { Fraction } from "fraction.js";
import { factorial } from "../numbers/integers.ts";
import { floorDivide } from "../numbers/rounding.ts";
import {
  add,
  divide,
  multiply,
  multiplyElements,
  negate,
  power,
  subtract,
} from "../values/arithmetic.ts";
import { compare, isEqual } from "../values/compare.ts";
import { elementwise } from "../values/elementwise.ts";
import { toMatrix, transpose } from "../values/matrix.ts";
import { toBoolean, toInteger, toReal } from "../values/value.ts";
import { BIT_OPERATORS } from "./bits.ts";
import { convertTo, measure } from "./measuring.ts";
import { define, type Operation } from "./operation.ts";
import { remainder, remainderOfPower } from "./remainders.ts";

const HUNDRED = new Fraction(100n);

/** All operators there are, by the names that mathjs gives them in its tree. */
export const OPERATORS: ReadonlyMap<string, Operation> = new Map([
  ...BIT_OPERATORS,
  ...define([1, 1], {
    unaryPlus: (_, value) => value,
    unaryMinus: negate,
    not: (_, value) => !toBoolean(value),
    factorial: (workspace, value) => factorial(workspace, toInteger(value)),
    ctranspose: (_, value) => transpose(toMatrix(value)),
    percent: (workspace, value) => divide(workspace, value, HUNDRED),
  }),
  ...define([2, 2], {
    add,
    subtract,
    multiply,
    divide,
    pow: power,
    mod: remainder,
    // How the parser is told of //, which has the same rank.
    dotDivide: (workspace, left, right) =>
      floorDivide(workspace, toReal(left), toReal(right)),
    dotMultiply: multiplyElements,
    dotPow: (workspace, base, exponent) =>
      elementwise(workspace, [base, exponent], power),
    measure,
    to: convertTo,
    equal: isEqual,
    unequal: (workspace, left, right) => !isEqual(workspace, left, right),
    smaller: (workspace, left, right) => compare(workspace, left, right) < 0,
    smallerEq: (workspace, left, right) => compare(workspace, left, right) <= 0,
    larger: (workspace, left, right) => compare(workspace, left, right) > 0,
    largerEq: (workspace, left, right) => compare(workspace, left, right) >= 0,
    and: (_, left, right) => toBoolean(left) && toBoolean(right),
    or: (_, left, right) => toBoolean(left) || toBoolean(right),
    xor: (_, left, right) => toBoolean(left) !== toBoolean(right),
  }),
  ...define([3, 3], { remainderOfPower }),
]);
