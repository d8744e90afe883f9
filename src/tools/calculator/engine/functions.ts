import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  add,
  atPlaces,
  ceil,
  compare,
  divide,
  floor,
  floorDivide,
  integerRoot,
  modulo,
  multiply,
  power,
  round,
  subtract,
} from "./arithmetic.ts";
import { sizeOf, ZERO } from "./certainty.ts";
import * as integers from "./integers.ts";
import { LIST_FUNCTIONS } from "./lists.ts";
import { math } from "./mathjs.ts";
import { MATRIX_FUNCTIONS, powerOfAny, rootOfSquares } from "./matrices.ts";
import {
  Complex,
  fromDouble,
  isComplex,
  isReal,
  tidyComplex,
  type Real,
} from "./numbers.ts";
import {
  divideAny,
  isEqual,
  remainder,
  remainderOfPower,
} from "./operators.ts";
import * as scalars from "./scalars.ts";
import * as transcendental from "./transcendental.ts";
import {
  cos,
  inDoubles,
  log,
  naturalLogarithm,
  ofRatio,
  pi,
  sin,
  toRadians,
} from "./transcendental.ts";
import {
  define,
  elementwise,
  flatten,
  HALF,
  isInteger,
  isList,
  isNegative,
  isZero,
  ofAmounts,
  ofIntegers,
  ofReals,
  ONE,
  toBoolean,
  toInteger,
  toNumber,
  toReal,
  TWO,
  withSignOf,
  type Apply,
  type Operation,
  type Value,
} from "./values.ts";

const THREE = new Fraction(3n);
const TEN = new Fraction(10n);
const HALF_TURN = new Fraction(180n);

export const I: Complex = new Complex(0, 1);

/** A rare function is that of doubles; with the reciprocal one. */
function rare(name: string, other: string, apply: (value: number) => number) {
  const reciprocal = name.startsWith("a")
    ? (value: number) => apply(1 / value)
    : (value: number) => 1 / apply(value);
  return {
    [name]: inDoubles(name, apply),
    [other]: inDoubles(other, reciprocal),
  };
}

const gamma = elementwise((value) =>
  isInteger(value) && !isNegative(value) && !isZero(value)
    ? new Fraction(integers.factorial(toInteger(value) - 1n))
    : inDoubles("gamma", ofMathjs("gamma"))(value),
);

const sizeOfAmount = ofAmounts(sizeOf);

const absolute: Apply = (value) =>
  isComplex(value)
    ? rootOfSquares([partOf(value, "re"), partOf(value, "im")])
    : sizeOfAmount(value);

export const FUNCTIONS: ReadonlyMap<string, Operation> = new Map([
  ...LIST_FUNCTIONS,
  ...MATRIX_FUNCTIONS,
  ...define([1, 1], {
    number: elementwise(toNumber),
    num: ofReals((value) => toExact(value).mul(toExact(value).d)),
    den: ofReals((value) => new Fraction(toExact(value).d)),
    abs: elementwise(absolute),
    norm: (value) =>
      isComplex(value) ? absolute(value) : rootOfSquares(flatten(value)),
    sign: ofReals((value) => (isZero(value) ? ZERO : withSignOf(value, ONE))),
    floor: ofAmounts(floor),
    ceil: ofAmounts(ceil),
    square: (value) => power(value, TWO),
    cube: (value) => power(value, THREE),
    sqrt: elementwise((value) => power(value, HALF)),
    cbrt: elementwise((value) =>
      isReal(value) ? realRoot(value, THREE) : power(value, THREE.inverse()),
    ),
    isqrt: ofIntegers((value) => {
      if (value < 0n)
        throw new CalculationError("isqrt takes whole numbers from 0 on.");
      return integerRoot(value, 2n);
    }),
    exp: elementwise((value) =>
      isComplex(value)
        ? tidyComplex(value.exp())
        : transcendental.exp(toReal(value)),
    ),
    ln: naturalLogarithm,
    expm1: ofReals((value) => scalars.subtract(transcendental.exp(value), ONE)),
    log1p: ofReals((value) => transcendental.ln(scalars.add(ONE, value))),
    log2: ofReals((value) => log(value, TWO)),
    log10: ofReals((value) => log(value, TEN)),
    factorial: ofIntegers(integers.factorial),
    gamma,
    lgamma: elementwise((value) => transcendental.ln(toReal(gamma(value)))),
    erf: inDoubles("erf", ofMathjs("erf")),
    isprime: ofIntegers(integers.isPrime),
    isinteger: ofReals(isInteger),
    ispositive: ofReals((value) => !isZero(value) && !isNegative(value)),
    isnegative: ofReals(isNegative),
    iszero: ofReals(isZero),
    boolean: elementwise(toBoolean),
    catalan: ofIntegers(
      (value) => integers.combinations(2n * value, value) / (value + 1n),
    ),
    hex: ofIntegers((value) => toNumeral(value, 16, "0x")),
    oct: ofIntegers((value) => toNumeral(value, 8, "0o")),
    bin: ofIntegers((value) => toNumeral(value, 2, "0b")),
    re: (value) => partOf(value, "re"),
    im: (value) => partOf(value, "im"),
    arg: (value) =>
      transcendental.atan2(partOf(value, "im"), partOf(value, "re")),
    conj: (value) =>
      isComplex(value) ? new Complex(value.re, -value.im) : toReal(value),
    sin: elementwise(sin),
    cos: elementwise(cos),
    tan: elementwise((value) => divide(sin(value), cos(value))),
    sec: elementwise((value) => divide(ONE, cos(value))),
    csc: elementwise((value) => divide(ONE, sin(value))),
    cot: elementwise((value) => divide(cos(value), sin(value))),
    ...rare("asin", "acsc", Math.asin),
    ...rare("acos", "asec", Math.acos),
    ...rare("atan", "acot", Math.atan),
    ...rare("sinh", "csch", Math.sinh),
    ...rare("cosh", "sech", Math.cosh),
    ...rare("tanh", "coth", Math.tanh),
    ...rare("asinh", "acsch", Math.asinh),
    ...rare("acosh", "asech", Math.acosh),
    ...rare("atanh", "acoth", Math.atanh),
    asin: ofReals(ofRatio("asin")),
    acos: ofReals(ofRatio("acos")),
    atan: ofReals(ofRatio("atan")),
    degrees: elementwise((value) =>
      divide(scalars.multiply(toRadians(value), HALF_TURN), pi()),
    ),
    radians: ofReals((degrees) =>
      scalars.multiply(scalars.divide(degrees, HALF_TURN), pi()),
    ),
  }),
  ...define([1, 2], {
    round: ofAmounts(round),
    roundup: ofAmounts(atPlaces(ceil)),
    trunc: ofAmounts(atPlaces(floor)),
    fraction: elementwise((value, divisor) =>
      divisor === undefined ? toReal(value) : divide(value, divisor),
    ),
    complex: elementwise((re, im = ZERO) =>
      isComplex(re) ? re : add(toReal(re), multiply(toReal(im), I)),
    ),
    root: ofReals((value, degree = TWO) => realRoot(value, degree)),
    log: elementwise((value, base) =>
      base === undefined
        ? naturalLogarithm(value)
        : log(toReal(value), toReal(base)),
    ),
    permutations: ofIntegers((total, chosen = total) =>
      integers.permutations(total, chosen),
    ),
  }),
  ...define([2, 2], {
    subtract,
    divide: divideAny,
    mod: remainder,
    floordivide: ofReals(floorDivide),
    xgcd: ofIntegers((left, right) =>
      integers.extendedDivisor(left, right).map((part) => new Fraction(part)),
    ),
    invmod: ofIntegers(integers.inverseModulo),
    bitxor: ofIntegers((left, right) => left ^ right),
    combinations: ofIntegers(integers.combinations),
    combinationswithrep: ofIntegers((kinds, chosen) =>
      integers.combinations(kinds + chosen - 1n, chosen),
    ),
    composition: ofIntegers((total, parts) =>
      integers.combinations(total - 1n, parts - 1n),
    ),
    deepequal: isDeepEqual,
    compare: elementwise((left, right) => new Fraction(compare(left, right))),
    divmod: (left, right) => [
      floorDivide(toReal(left), toReal(right)),
      modulo(toReal(left), toReal(right)),
    ],
    fmod: ofReals((left, right) =>
      withSignOf(left, modulo(sizeOf(left), sizeOf(right))),
    ),
    atan2: ofReals(transcendental.atan2),
  }),
  ...define([2, 3], {
    pow: (base, exponent, divisor) =>
      divisor === undefined
        ? powerOfAny(base, exponent)
        : remainderOfPower(base, exponent, divisor),
  }),
  ...define([3, 3], {
    where: (condition, whenTrue, whenFalse) =>
      toBoolean(condition) ? whenTrue : whenFalse,
  }),
]);

function ofMathjs(name: string): (value: number) => number {
  return (value) => Number(math[name]?.(value));
}

/** The parts of a complex number. */
function partOf(value: Value, name: "re" | "im"): Real {
  if (!isComplex(value)) return name === "re" ? toReal(value) : ZERO;
  return fromDouble(value[name]);
}

function toExact(value: Real): Fraction {
  if (value instanceof Fraction) return value;
  throw new CalculationError(
    "only an exact fraction has a numerator and a denominator, e.g. num(0.75).",
  );
}

function isDeepEqual(left: Value, right: Value): boolean {
  if (!isList(left) || !isList(right))
    return !isList(left) && !isList(right) && isEqual(left, right);
  return (
    left.length === right.length &&
    left.every((item, index) => isDeepEqual(item, right[index] ?? []))
  );
}

/** An odd root of a negative number is negative: root(-8, 3) = -2. */
function realRoot(value: Real, degree: Real): Value {
  const exponent = scalars.divide(ONE, degree);
  const isOdd = isInteger(degree) && degree.n % 2n === 1n;
  if (!isOdd) return power(value, exponent);
  return withSignOf(value, toReal(power(sizeOf(value), exponent)));
}

/** As in Python: 0xff, -0b101. */
function toNumeral(value: bigint, radix: number, mark: string): string {
  const digits = value.toString(radix).replace("-", "");
  return `${value < 0n ? "-" : ""}${mark}${digits}`;
}
