import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  HALF,
  isInteger,
  isNegative,
  isReal,
  isZero,
  ONE,
  TWO,
  withSignOf,
  ZERO,
  type Real,
} from "../numbers/arithmetic.ts";
import * as complex from "../numbers/complex.ts";
import { Complex } from "../numbers/complex.ts";
import * as integers from "../numbers/integers.ts";
import type { Reals } from "../numbers/reals.ts";
import * as special from "../numbers/special.ts";
import { LIST_FUNCTIONS } from "./lists.ts";
import { MATRIX_FUNCTIONS } from "./matrices.ts";
import {
  compare,
  divide,
  isEqual,
  power,
  remainder,
  remainderOfPower,
  subtract,
  toNumber,
} from "./operators.ts";
import { STATISTICS } from "./statistics.ts";
import { TRIGONOMETRY } from "./trigonometry.ts";
import {
  define,
  elementwise,
  isList,
  Numeral,
  ofAmounts,
  ofIntegers,
  ofReals,
  toBoolean,
  toInteger,
  toReal,
  toScalar,
  type Apply,
  type Operation,
  type Value,
} from "./value.ts";

const THREE = new Fraction(3n);
const TEN = new Fraction(10n);

export const FUNCTIONS: ReadonlyMap<string, Operation> = new Map([
  ...LIST_FUNCTIONS,
  ...STATISTICS,
  ...MATRIX_FUNCTIONS,
  ...TRIGONOMETRY,
  ...define([1, 1], {
    number: toNumber,
    num: ofReals((_, value) => toExact(value).mul(toExact(value).d)),
    den: ofReals((_, value) => new Fraction(toExact(value).d)),
    abs: elementwise((reals, value) =>
      value instanceof Complex
        ? complex.modulus(reals, value)
        : absolute(reals, value),
    ),
    sign: ofReals((_, value) => signOf(value)),
    floor: ofAmounts((reals, value) => reals.floor(value)),
    ceil: ofAmounts((reals, value) => reals.ceil(value)),
    square: (reals, value) => power(reals, value, TWO),
    cube: (reals, value) => power(reals, value, THREE),
    sqrt: elementwise((reals, value) => power(reals, value, HALF)),
    cbrt: elementwise((reals, value) =>
      isReal(value)
        ? realRoot(reals, value, THREE)
        : power(reals, value, new Fraction(1n, 3n)),
    ),
    isqrt: ofIntegers((reals, value) => {
      if (value < 0n)
        throw new CalculationError("isqrt takes whole numbers from 0 on.");
      return reals.integerRoot(value, 2n);
    }),
    exp: elementwise((reals, value) =>
      value instanceof Complex
        ? complex.exp(reals, value)
        : reals.exp(toReal(value)),
    ),
    ln: elementwise(naturalLogarithm),
    expm1: ofReals((reals, value) => reals.expm1(value)),
    log1p: ofReals((reals, value) => reals.log1p(value)),
    log2: ofReals((reals, value) => reals.log(value, TWO)),
    log10: ofReals((reals, value) => reals.log(value, TEN)),
    factorial: ofIntegers(integers.factorial),
    gamma: ofReals(special.gamma),
    erf: ofReals(special.erf),
    isprime: ofIntegers(integers.isPrime),
    isinteger: ofReals((_, value) => isInteger(value)),
    ispositive: ofReals((_, value) => !isZero(value) && !isNegative(value)),
    isnegative: ofReals((_, value) => isNegative(value)),
    iszero: ofReals((_, value) => isZero(value)),
    boolean: elementwise((_, value) => toBoolean(value)),
    catalan: ofIntegers(
      (reals, value) =>
        integers.combinations(reals, 2n * value, value) / (value + 1n),
    ),
    lgamma: ofReals((reals, value) => reals.ln(special.gamma(reals, value))),
    hex: ofIntegers((_, value) => toNumeral(value, 16, "0x")),
    oct: ofIntegers((_, value) => toNumeral(value, 8, "0o")),
    bin: ofIntegers((_, value) => toNumeral(value, 2, "0b")),
    re: (_, value) => complex.partsOf(toScalar(value)).re,
    im: (_, value) => complex.partsOf(toScalar(value)).im,
    arg: (reals, value) => {
      const { re, im } = complex.partsOf(toScalar(value));
      return reals.atan2(im, re);
    },
    conj: (_, value) =>
      value instanceof Complex
        ? new Complex(value.re, value.im.neg())
        : toScalar(value),
  }),
  ...define([1, 2], {
    roundup: atPlaces((reals, size) => reals.ceil(size)),
    trunc: atPlaces((reals, size) => reals.floor(size)),
    fraction: elementwise((reals, value, divisor) =>
      divisor === undefined ? toReal(value) : divide(reals, value, divisor),
    ),
    complex: elementwise((reals, re, im) =>
      im === undefined
        ? toScalar(re)
        : complex.add(reals, toReal(re), complex.toScalar(ZERO, toReal(im))),
    ),
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
    xgcd: ofIntegers((reals, left, right) =>
      integers
        .extendedDivisor(reals, left, right)
        .map((part) => new Fraction(part)),
    ),
    invmod: ofIntegers(integers.inverseModulo),
    bitxor: ofIntegers((_, left, right) => left ^ right),
    combinationswithrep: ofIntegers((reals, kinds, chosen) =>
      integers.combinations(reals, kinds + chosen - 1n, chosen),
    ),
    composition: ofIntegers((reals, total, parts) =>
      integers.combinations(reals, total - 1n, parts - 1n),
    ),
    deepequal: isDeepEqual,
    compare: elementwise(
      (reals, left, right) => new Fraction(compare(reals, left, right)),
    ),
    divmod: (reals, left, right) => {
      const [one, other] = [toReal(left), toReal(right)];
      return [reals.floorDivide(one, other), reals.modulo(one, other)];
    },
    fmod: ofReals((reals, left, right) =>
      withSignOf(left, reals.modulo(left.abs(), right.abs())),
    ),
    combinations: ofIntegers(integers.combinations),
  }),
  ...define([2, 3], {
    pow: (reals, base, exponent, divisor) =>
      divisor === undefined
        ? power(reals, base, exponent)
        : remainderOfPower(reals, base, exponent, divisor),
  }),
  ...define([3, 3], {
    where: (_, condition, ...values) =>
      values[toBoolean(condition) ? 0 : 1] ?? ZERO,
  }),
]);

function toExact(value: Real): Fraction {
  if (value instanceof Fraction) return value;
  throw new CalculationError(
    "only an exact fraction has a numerator and a denominator, e.g. num(0.75).",
  );
}

function isDeepEqual(reals: Reals, left: Value, right: Value): boolean {
  if (!isList(left) || !isList(right))
    return !isList(left) && !isList(right) && isEqual(reals, left, right);
  return (
    left.length === right.length &&
    left.every((item, index) => isDeepEqual(reals, item, right[index] ?? []))
  );
}

/**
 * Rounds the absolute value, to an integer or to a number of decimal places.
 */
function atPlaces(round: (reals: Reals, size: Real) => Real): Apply {
  return ofAmounts((reals, value, places) => {
    const size = value.abs();
    if (places === undefined) return withSignOf(value, round(reals, size));
    const unit = reals.power(TEN, new Fraction(toInteger(places)));
    const rounded = round(reals, reals.multiply(size, unit));
    return withSignOf(value, reals.divide(rounded, unit));
  });
}

function naturalLogarithm(reals: Reals, value: Value): Value {
  return isReal(value) && !isNegative(value)
    ? reals.ln(value)
    : complex.ln(reals, toScalar(value));
}

const absolute = ofAmounts((_, amount) => amount.abs());

function signOf(value: Real): Real {
  return isZero(value) ? ZERO : withSignOf(value, ONE);
}

/** An odd root of a negative number is negative: root(-8, 3) = -2. */
function realRoot(reals: Reals, value: Real, degree: Real): Value {
  const exponent = reals.divide(ONE, degree);
  const isOdd = isInteger(degree) && degree.n % 2n === 1n;
  return isOdd
    ? withSignOf(value, reals.power(value.abs(), exponent))
    : power(reals, value, exponent);
}

/** As in Python: 0xff, -0b101. */
function toNumeral(value: bigint, radix: number, mark: string): Numeral {
  const digits = value.toString(radix).replace("-", "");
  return new Numeral(`${value < 0n ? "-" : ""}${mark}${digits}`);
}
