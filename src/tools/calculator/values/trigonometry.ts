import { Fraction } from "fraction.js";
import { ONE, type Real } from "../numbers/arithmetic.ts";
import type { Reals } from "../numbers/reals.ts";
import { convert, Quantity, radians } from "../units/quantity.ts";
import {
  define,
  elementwise,
  ofReals,
  toReal,
  type Apply,
  type Operations,
} from "./value.ts";

const HALF_TURN = new Fraction(180n);

const OF_ONE_REAL = [
  ...(["asin", "acos", "atan"] as const),
  ...(["sinh", "cosh", "tanh", "asinh", "acosh", "atanh"] as const),
];

/** Angles are in radians unless they have a unit: sin(30 deg). */
export const TRIGONOMETRY: Operations = [
  ...define([1, 1], {
    sin: ofAngles((reals, angle) => reals.sin(angle)),
    cos: ofAngles((reals, angle) => reals.cos(angle)),
    tan: ofAngles((reals, angle) => reals.tan(angle)),
    sec: ofAngles((reals, angle) => reals.divide(ONE, reals.cos(angle))),
    csc: ofAngles((reals, angle) => reals.divide(ONE, reals.sin(angle))),
    cot: ofAngles((reals, angle) =>
      reals.divide(reals.cos(angle), reals.sin(angle)),
    ),
    ...Object.fromEntries(
      OF_ONE_REAL.map((name) => [
        name,
        ofReals((reals, value) => reals[name](value)),
      ]),
    ),
    asec: ofReciprocal("acos"),
    acsc: ofReciprocal("asin"),
    acot: ofReciprocal("atan"),
    asech: ofReciprocal("acosh"),
    acsch: ofReciprocal("asinh"),
    acoth: ofReciprocal("atanh"),
    sech: ofReals((reals, value) => reals.divide(ONE, reals.cosh(value))),
    csch: ofReals((reals, value) => reals.divide(ONE, reals.sinh(value))),
    coth: ofReals((reals, value) => reals.divide(ONE, reals.tanh(value))),
    degrees: ofAngles((reals, angle) =>
      reals.divide(reals.multiply(angle, HALF_TURN), reals.pi),
    ),
    radians: ofReals((reals, degrees) =>
      reals.multiply(reals.divide(degrees, HALF_TURN), reals.pi),
    ),
  }),
  ...define([2, 2], {
    atan2: ofReals((reals, y, x) => reals.atan2(y, x)),
  }),
];

function ofAngles(apply: (reals: Reals, radians: Real) => Real): Apply {
  return elementwise((reals, value) =>
    apply(
      reals,
      value instanceof Quantity
        ? convert(reals, value, radians(ONE).terms).amount
        : toReal(value),
    ),
  );
}

/** Applies a function to 1/x: the inverse of the secant is acos(1/x). */
function ofReciprocal(name: (typeof OF_ONE_REAL)[number]): Apply {
  return ofReals((reals, value) => reals[name](reals.divide(ONE, value)));
}
