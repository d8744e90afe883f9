import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  Complex,
  exponentialOfComplex,
  logarithmOfComplex,
  modulus,
  partsOf,
} from "../numbers/complex.ts";
import {
  combinations,
  factorial,
  gamma,
  isPrime,
  permutations,
} from "../numbers/integers.ts";
import {
  exponential,
  exponentialMinusOne,
  integerRoot,
  logarithm,
  logarithmOfOnePlus,
  logarithmToBase,
  power as powerOfReal,
} from "../numbers/powers.ts";
import {
  HALF,
  isInteger,
  isNegative,
  isReal,
  isZero,
  ONE,
  type Real,
  type Reals,
  TWO,
  ZERO,
} from "../numbers/reals.ts";
import {
  arcTangent2,
  hyperbolic,
  inverseHyperbolic,
  inverseTrigonometric,
  pi,
  tangent,
  trigonometric,
} from "../numbers/trigonometry.ts";
import { convert, Quantity, radians } from "../units/quantity.ts";
import {
  divide,
  power,
  remainder,
  remainderOfPower,
  subtract,
} from "./arithmetic.ts";
import {
  type Apply,
  define,
  elementwise,
  ofAmounts,
  ofIntegers,
  ofReals,
  type Operations,
} from "./operation.ts";
import { Numeral, toReal, toScalar, type Value } from "./value.ts";

const THREE = new Fraction(3n);
const TEN = new Fraction(10n);
const HALF_TURN = new Fraction(180n);

/** Rounding, roots, counting, and operators as functions. */
export const NUMBER_FUNCTIONS: Operations = [
  ...define([1, 1], {
    number: (_, value) => value,
    abs: elementwise((reals, value) =>
      value instanceof Complex ? modulus(reals, value) : absolute(reals, value),
    ),
    sign: ofReals((_, value) => signOf(value)),
    floor: ofAmounts((reals, value) => reals.floor(value)),
    ceil: ofAmounts((reals, value) => reals.ceil(value)),
    trunc: ofAmounts((reals, value) =>
      isNegative(value) ? reals.ceil(value) : reals.floor(value),
    ),
    sqrt: elementwise((reals, value) => power(reals, value, HALF)),
    cbrt: ofReals((reals, value) => realRoot(reals, value, THREE)),
    isqrt: ofIntegers((reals, value) => {
      if (isNegative(value))
        throw new CalculationError("isqrt takes whole numbers from 0 on.");
      return new Fraction(integerRoot(reals, value.n, 2n));
    }),
    factorial: ofIntegers(factorial),
    isprime: ofIntegers(isPrime),
    square: (reals, value) => power(reals, value, TWO),
    cube: (reals, value) => power(reals, value, THREE),
    gamma: ofReals(gamma),
    hex: ofIntegers((_, value) => writeNumeral(value, 16, "0x")),
    oct: ofIntegers((_, value) => writeNumeral(value, 8, "0o")),
    bin: ofIntegers((_, value) => writeNumeral(value, 2, "0b")),
    re: (_, value) => partsOf(toScalar(value)).re,
    im: (_, value) => partsOf(toScalar(value)).im,
    arg: (reals, value) => {
      const { re, im } = partsOf(toScalar(value));
      return arcTangent2(reals, im, re);
    },
    conj: (_, value) =>
      value instanceof Complex
        ? new Complex(value.re, value.im.neg())
        : toScalar(value),
  }),
  ...define([1, 2], {
    round: ofAmounts((reals, value, places) => reals.round(value, places)),
    permutations: ofIntegers((reals, total, chosen = total) =>
      permutations(reals, total, chosen),
    ),
    root: ofReals((reals, value, degree = TWO) =>
      realRoot(reals, value, degree),
    ),
  }),
  ...define([2, 2], {
    subtract,
    divide,
    mod: remainder,
    combinations: ofIntegers(combinations),
    floordivide: ofReals((reals, left, right) =>
      reals.floorDivide(left, right),
    ),
  }),
  ...define([2, 3], {
    pow: (reals, base, exponent, divisor) =>
      divisor === undefined
        ? power(reals, base, exponent)
        : remainderOfPower(reals, base, exponent, divisor),
  }),
];

/** Exponentials, logarithms and trigonometry. Angles are in radians unless they have a unit: sin(30 deg). */
export const ANALYTIC_FUNCTIONS: Operations = [
  ...define([1, 1], {
    exp: elementwise((reals, value) =>
      value instanceof Complex
        ? exponentialOfComplex(reals, value)
        : exponential(reals, toReal(value)),
    ),
    expm1: ofReals(exponentialMinusOne),
    ln: elementwise(naturalLogarithm),
    log2: ofReals((reals, value) => logarithmToBase(reals, value, TWO)),
    log10: ofReals((reals, value) => logarithmToBase(reals, value, TEN)),
    log1p: ofReals(logarithmOfOnePlus),
    sin: ofAngles(sine),
    cos: ofAngles(cosine),
    tan: ofAngles(tangent),
    sec: ofAngles((reals, angle) => reals.divide(ONE, cosine(reals, angle))),
    csc: ofAngles((reals, angle) => reals.divide(ONE, sine(reals, angle))),
    cot: ofAngles((reals, angle) =>
      reals.divide(cosine(reals, angle), sine(reals, angle)),
    ),
    ...ofEach(["asin", "acos", "atan"], inverseTrigonometric),
    ...ofEach(["sinh", "cosh", "tanh"], hyperbolic),
    ...ofEach(["asinh", "acosh", "atanh"], inverseHyperbolic),
    degrees: ofAngles((reals, angle) =>
      reals.divide(reals.multiply(angle, HALF_TURN), pi(reals)),
    ),
    radians: ofReals((reals, degrees) =>
      reals.multiply(reals.divide(degrees, HALF_TURN), pi(reals)),
    ),
  }),
  ...define([1, 2], {
    log: elementwise((reals, value, base) =>
      base === undefined
        ? naturalLogarithm(reals, value)
        : logarithmToBase(reals, toReal(value), toReal(base)),
    ),
  }),
  ...define([2, 2], { atan2: ofReals(arcTangent2) }),
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

/** The functions of these names, which all are `apply` with their name. */
function ofEach<Name extends string>(
  names: readonly Name[],
  apply: (reals: Reals, name: Name, value: Real) => Real,
): Readonly<Record<string, Apply>> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      ofReals((reals, value) => apply(reals, name, value)),
    ]),
  );
}

function sine(reals: Reals, angle: Real): Real {
  return trigonometric(reals, "sin", angle);
}

function cosine(reals: Reals, angle: Real): Real {
  return trigonometric(reals, "cos", angle);
}

function naturalLogarithm(reals: Reals, value: Value): Value {
  return isReal(value) && !isNegative(value)
    ? logarithm(reals, value)
    : logarithmOfComplex(reals, toScalar(value));
}

const absolute = ofAmounts((_, amount) => amount.abs());

function signOf(value: Real): Real {
  if (isZero(value)) return ZERO;
  return isNegative(value) ? ONE.neg() : ONE;
}

/** An odd root of a negative number is negative: root(-8, 3) = -2. */
function realRoot(reals: Reals, value: Real, degree: Real): Value {
  const exponent = reals.divide(ONE, degree);
  const isOdd = isInteger(degree) && degree.n % 2n === 1n;
  return isNegative(value) && isOdd
    ? powerOfReal(reals, value.abs(), exponent).neg()
    : power(reals, value, exponent);
}

/** As in Python: 0xff, -0b101. */
function writeNumeral(
  { s, n }: Fraction,
  radix: number,
  mark: string,
): Numeral {
  return new Numeral(`${s < 0n ? "-" : ""}${mark}${n.toString(radix)}`);
}
