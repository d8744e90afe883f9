import { Fraction } from "fraction.js";
import { divide, multiply } from "../numbers/arithmetic.ts";
import {
  Complex,
  exponentialOfComplex,
  logarithmOfComplex,
} from "../numbers/complex.ts";
import * as hyperbolic from "../numbers/hyperbolic.ts";
import {
  exponential,
  exponentialMinusOne,
  logarithm,
  logarithmOfOnePlus,
  logarithmToBase,
} from "../numbers/logarithms.ts";
import { isNegative, isReal, ONE, type Real, TWO } from "../numbers/real.ts";
import {
  arcCosine,
  arcSine,
  arcTangent,
  arcTangent2,
  cosine,
  pi,
  sine,
  tangent,
} from "../numbers/trigonometry.ts";
import type { Workspace } from "../numbers/workspace.ts";
import { toReal, toScalar, type Value } from "../values/value.ts";
import { forEach, ofReals } from "./lift.ts";
import { toRadians } from "./measuring.ts";
import { type Apply, define, type Operation } from "./operation.ts";

const TEN = new Fraction(10n);
const HALF_TURN = new Fraction(180n);

/** Exponentials, logarithms and trigonometry. Angles are in radians unless they have a unit: sin(30 deg). */
export const ANALYTIC_FUNCTIONS: readonly (readonly [string, Operation])[] = [
  ...define([1, 1], {
    exp: (workspace, value) =>
      forEach(value, (item) => exponentialOf(workspace, item)),
    expm1: ofReals(exponentialMinusOne),
    ln: (workspace, value) =>
      forEach(value, (item) => logarithmOf(workspace, item)),
    log2: ofReals((workspace, value) => logarithmToBase(workspace, value, TWO)),
    log10: ofReals((workspace, value) =>
      logarithmToBase(workspace, value, TEN),
    ),
    log1p: ofReals(logarithmOfOnePlus),
    sin: ofAngles(sine),
    cos: ofAngles(cosine),
    tan: ofAngles(tangent),
    sec: ofAngles((workspace, angle) =>
      divide(workspace, ONE, cosine(workspace, angle)),
    ),
    csc: ofAngles((workspace, angle) =>
      divide(workspace, ONE, sine(workspace, angle)),
    ),
    cot: ofAngles((workspace, angle) =>
      divide(workspace, cosine(workspace, angle), sine(workspace, angle)),
    ),
    asin: ofReals(arcSine),
    acos: ofReals(arcCosine),
    atan: ofReals(arcTangent),
    sinh: ofReals(hyperbolic.hyperbolicSine),
    cosh: ofReals(hyperbolic.hyperbolicCosine),
    tanh: ofReals(hyperbolic.hyperbolicTangent),
    asinh: ofReals(hyperbolic.inverseHyperbolicSine),
    acosh: ofReals(hyperbolic.inverseHyperbolicCosine),
    atanh: ofReals(hyperbolic.inverseHyperbolicTangent),
    degrees: ofAngles((workspace, angle) =>
      divide(workspace, multiply(workspace, angle, HALF_TURN), pi(workspace)),
    ),
    radians: ofReals((workspace, degrees) =>
      multiply(workspace, divide(workspace, degrees, HALF_TURN), pi(workspace)),
    ),
  }),
  ...define([1, 2], {
    log: (workspace, value, base) =>
      base === undefined
        ? forEach(value, (item) => logarithmOf(workspace, item))
        : logarithmToBase(workspace, toReal(value), toReal(base)),
  }),
  ...define([2, 2], { atan2: ofReals(arcTangent2) }),
];

function ofAngles(apply: (workspace: Workspace, radians: Real) => Real): Apply {
  return (workspace, value) =>
    forEach(value, (item) => apply(workspace, toRadians(workspace, item)));
}

function exponentialOf(workspace: Workspace, value: Value): Value {
  return value instanceof Complex
    ? exponentialOfComplex(workspace, value)
    : exponential(workspace, toReal(value));
}

function logarithmOf(workspace: Workspace, value: Value): Value {
  return isReal(value) && !isNegative(value)
    ? logarithm(workspace, value)
    : logarithmOfComplex(workspace, toScalar(value));
}
