import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  HALF,
  isInteger,
  isNegative,
  isReal,
  isZero,
  ONE,
  type Real,
  TWO,
  ZERO,
} from "../numbers/arithmetic.ts";
import {
  Complex,
  exponentialOfComplex,
  logarithmOfComplex,
  modulus,
  partsOf,
} from "../numbers/complex.ts";
import * as integers from "../numbers/integers.ts";
import type { Reals } from "../numbers/reals.ts";
import { parseNames } from "../table.ts";
import { convert, Quantity, radians } from "../units/quantity.ts";
import { MATRIX_FUNCTIONS } from "./matrices.ts";
import {
  divide,
  power,
  remainder,
  remainderOfPower,
  subtract,
} from "./operators.ts";
import { LIST_FUNCTIONS } from "./statistics.ts";
import {
  type Apply,
  define,
  elementwise,
  Numeral,
  ofAmounts,
  ofIntegers,
  ofReals,
  type Operation,
  toReal,
  toScalar,
  type Value,
} from "./value.ts";

const THREE = new Fraction(3n);
const TEN = new Fraction(10n);
const HALF_TURN = new Fraction(180n);

/** The function of that name or nickname, in any case. */
export function findFunction(name: string): Operation | undefined {
  const key = name.toLowerCase();
  return FUNCTIONS.get(NICKNAMES.get(key) ?? key);
}

/** The named number. Capital E is none: it mostly means something else. */
export function findConstant(name: string): Operation | undefined {
  return CONSTANTS.get(name.length > 1 ? name.toLowerCase() : name);
}

const CONSTANTS: ReadonlyMap<string, Operation> = new Map(
  define([0, 0], {
    pi: (reals) => reals.pi,
    tau: (reals) => reals.multiply(TWO, reals.pi),
    e: (reals) => reals.exp(ONE),
    i: () => new Complex(ZERO, ONE),
    true: () => true,
    false: () => false,
  }),
);

/** Angles are in radians unless they have a unit: sin(30 deg). */
const FUNCTIONS: ReadonlyMap<string, Operation> = new Map([
  ...LIST_FUNCTIONS,
  ...MATRIX_FUNCTIONS,
  ...define([1, 1], {
    number: (_, value) => (typeof value === "boolean" ? toReal(value) : value),
    abs: elementwise((reals, value) =>
      value instanceof Complex ? modulus(reals, value) : absolute(reals, value),
    ),
    sign: ofReals((_, value) => signOf(value)),
    floor: ofAmounts((reals, value) => reals.floor(value)),
    ceil: ofAmounts((reals, value) => reals.ceil(value)),
    trunc: ofAmounts((reals, value) =>
      isNegative(value) ? reals.ceil(value) : reals.floor(value),
    ),
    square: (reals, value) => power(reals, value, TWO),
    cube: (reals, value) => power(reals, value, THREE),
    sqrt: elementwise((reals, value) => power(reals, value, HALF)),
    cbrt: ofReals((reals, value) => realRoot(reals, value, THREE)),
    isqrt: ofIntegers((reals, value) => {
      if (value < 0n)
        throw new CalculationError("isqrt takes whole numbers from 0 on.");
      return reals.integerRoot(value, 2n);
    }),
    exp: elementwise((reals, value) =>
      value instanceof Complex
        ? exponentialOfComplex(reals, value)
        : reals.exp(toReal(value)),
    ),
    ln: elementwise(naturalLogarithm),
    log2: ofReals((reals, value) => reals.log(value, TWO)),
    log10: ofReals((reals, value) => reals.log(value, TEN)),
    sin: ofAngles((reals, angle) => reals.sin(angle)),
    cos: ofAngles((reals, angle) => reals.cos(angle)),
    tan: ofAngles((reals, angle) => reals.tan(angle)),
    sec: ofAngles((reals, angle) => reals.divide(ONE, reals.cos(angle))),
    csc: ofAngles((reals, angle) => reals.divide(ONE, reals.sin(angle))),
    cot: ofAngles((reals, angle) =>
      reals.divide(reals.cos(angle), reals.sin(angle)),
    ),
    ...ofOneReal("expm1", "log1p", "asin", "acos", "atan"),
    ...ofOneReal("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    degrees: ofAngles((reals, angle) =>
      reals.divide(reals.multiply(angle, HALF_TURN), reals.pi),
    ),
    radians: ofReals((reals, degrees) =>
      reals.multiply(reals.divide(degrees, HALF_TURN), reals.pi),
    ),
    factorial: ofIntegers(integers.factorial),
    gamma: ofReals(integers.gamma),
    isprime: ofIntegers(integers.isPrime),
    hex: ofIntegers((_, value) => toNumeral(value, 16, "0x")),
    oct: ofIntegers((_, value) => toNumeral(value, 8, "0o")),
    bin: ofIntegers((_, value) => toNumeral(value, 2, "0b")),
    re: (_, value) => partsOf(toScalar(value)).re,
    im: (_, value) => partsOf(toScalar(value)).im,
    arg: (reals, value) => {
      const { re, im } = partsOf(toScalar(value));
      return reals.atan2(im, re);
    },
    conj: (_, value) =>
      value instanceof Complex
        ? new Complex(value.re, value.im.neg())
        : toScalar(value),
  }),
  ...define([1, 2], {
    round: ofAmounts((reals, value, places) => reals.round(value, places)),
    root: ofReals((reals, value, degree = TWO) =>
      realRoot(reals, value, degree),
    ),
    log: elementwise((reals, value, base) =>
      base === undefined
        ? naturalLogarithm(reals, value)
        : reals.log(toReal(value), toReal(base)),
    ),
    permutations: ofIntegers((reals, total, chosen = total) =>
      integers.permutations(reals, total, chosen),
    ),
  }),
  ...define([2, 2], {
    subtract,
    divide,
    mod: remainder,
    floordivide: ofReals((reals, left, right) =>
      reals.floorDivide(left, right),
    ),
    atan2: ofReals((reals, y, x) => reals.atan2(y, x)),
    combinations: ofIntegers(integers.combinations),
  }),
  ...define([2, 3], {
    pow: (reals, base, exponent, divisor) =>
      divisor === undefined
        ? power(reals, base, exponent)
        : remainderOfPower(reals, base, exponent, divisor),
  }),
]);

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

/** The functions of `Reals` of these names. */
function ofOneReal(
  ...names: readonly {
    [Name in keyof Reals]: Reals[Name] extends (value: Real) => Real
      ? Name
      : never;
  }[keyof Reals][]
): Readonly<Record<string, Apply>> {
  return Object.fromEntries(
    names.map((name) => [name, ofReals((reals, value) => reals[name](value))]),
  );
}

function naturalLogarithm(reals: Reals, value: Value): Value {
  return isReal(value) && !isNegative(value)
    ? reals.ln(value)
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
    ? reals.power(value.abs(), exponent).neg()
    : power(reals, value, exponent);
}

/** As in Python: 0xff, -0b101. */
function toNumeral(value: bigint, radix: number, mark: string): Numeral {
  const digits = value.toString(radix).replace("-", "");
  return new Numeral(`${value < 0n ? "-" : ""}${mark}${digits}`);
}

/** What Python, JavaScript, spreadsheets and textbooks call the functions: each name, and others for it. */
const NICKNAMES = parseNames(`
abs fabs absolute|acos arccos|acosh arccosh arcosh|asin arcsin|asinh arcsinh arsinh|atan arctan
atan2 arctan2|atanh arctanh artanh|cbrt cuberoot|ceil ceiling|arg angle phase
combinations binomial binom c choose comb combination ncr|degrees rad2deg todegrees|det determinant
divide truediv|factorial fact|floordivide floordiv floor_divide|gcd hcf|geometricmean geometric_mean gmean
harmonicmean harmonic_mean hmean|hypot hypotenuse|identity eye|inv inverse|isprime is_prime|len count length
lcm lowestcommonmultiple|ln loge log_e|log10 lg log_10|log2 ld lb log_2|max maximum|mean average avg
min minimum|mod modulo|number array asarray calc calculate calculator float list matrix print tuple
permutations npr p perm permutation|pow power|product prod|pstdev pstd stdevp|pvariance pvar varp
radians deg2rad toradians|re real|im imag|root nthroot|sign sgn signum|solve lusolve linsolve|sorted sort
sqrt squareroot|stdev std stddev stdevs|subtract sub minus|sum fsum|trunc fix int integer truncate
variance var vars
`);
