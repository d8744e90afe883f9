import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { absolute, negate } from "../numbers/arithmetic.ts";
import { Complex, modulus, partsOf } from "../numbers/complex.ts";
import {
  combinations,
  factorial,
  isPrime,
  permutations,
} from "../numbers/integers.ts";
import { gamma } from "../numbers/gamma.ts";
import { integerRoot, root } from "../numbers/powers.ts";
import {
  HALF,
  isInteger,
  isNegative,
  isZero,
  ONE,
  type Real,
  TWO,
  ZERO,
} from "../numbers/real.ts";
import {
  ceil,
  floor,
  floorDivide,
  round,
  truncate,
} from "../numbers/rounding.ts";
import { arcTangent2 } from "../numbers/trigonometry.ts";
import type { Workspace } from "../numbers/workspace.ts";
import { divide, power, subtract } from "../values/arithmetic.ts";
import { Numeral, toScalar, type Value } from "../values/value.ts";
import { forEach, ofAmounts, ofIntegers, ofReals } from "./lift.ts";
import { define, type Operation } from "./operation.ts";
import { remainder, remainderOfPower } from "./remainders.ts";

const THREE = new Fraction(3n);

/** Rounding, roots, counting, and operators as functions. */
export const NUMBER_FUNCTIONS: readonly (readonly [string, Operation])[] = [
  ...define([1, 1], {
    number: (_, value) => value,
    abs: absoluteOf,
    sign: ofReals((_, value) => signOf(value)),
    floor: ofAmounts(floor),
    ceil: ofAmounts(ceil),
    trunc: ofAmounts(truncate),
    sqrt: (workspace, value) =>
      forEach(value, (item) => power(workspace, item, HALF)),
    cbrt: ofReals((workspace, value) => realRoot(workspace, value, THREE)),
    isqrt: ofIntegers(wholeRoot),
    factorial: ofIntegers(factorial),
    isprime: ofIntegers(isPrime),
    square: (workspace, value) => power(workspace, value, TWO),
    cube: (workspace, value) => power(workspace, value, THREE),
    gamma: ofReals(gamma),
    hex: ofIntegers((_, value) => toNumeral(value, { radix: 16, mark: "0x" })),
    oct: ofIntegers((_, value) => toNumeral(value, { radix: 8, mark: "0o" })),
    bin: ofIntegers((_, value) => toNumeral(value, { radix: 2, mark: "0b" })),
    re: (_, value) => partsOf(toScalar(value)).re,
    im: (_, value) => partsOf(toScalar(value)).im,
    arg: (workspace, value) => {
      const { re, im } = partsOf(toScalar(value));
      return arcTangent2(workspace, im, re);
    },
    conj: (_, value) =>
      value instanceof Complex
        ? new Complex(value.re, negate(value.im))
        : toScalar(value),
  }),
  ...define([1, 2], {
    round: ofAmounts(round),
    permutations: ofIntegers((workspace, total, chosen = total) =>
      permutations(workspace, total, chosen),
    ),
    root: ofReals((workspace, value, degree) =>
      degree === undefined
        ? power(workspace, value, HALF)
        : realRoot(workspace, value, degree),
    ),
  }),
  ...define([2, 2], {
    subtract,
    divide,
    mod: remainder,
    combinations: ofIntegers(combinations),
    floordivide: ofReals(floorDivide),
  }),
  ...define([2, 3], {
    pow: (workspace, base, exponent, divisor) =>
      divisor === undefined
        ? power(workspace, base, exponent)
        : remainderOfPower(workspace, base, exponent, divisor),
  }),
];

function absoluteOf(workspace: Workspace, value: Value): Value {
  return value instanceof Complex
    ? modulus(workspace, value)
    : ofAmounts((_, amount) => absolute(amount))(workspace, value);
}

function signOf(value: Real): Real {
  if (isZero(value)) return ZERO;
  return isNegative(value) ? ONE.neg() : ONE;
}

/** An odd root of a negative number is negative: root(-8, 3) = -2. */
function realRoot(workspace: Workspace, value: Real, degree: Real): Value {
  const isOdd = isInteger(degree) && degree.n % 2n === 1n;
  return isNegative(value) && isOdd
    ? negate(root(workspace, absolute(value), degree))
    : power(workspace, value, divide(workspace, ONE, degree));
}

/** As in Python: 0xff, -0b101. */
function toNumeral(
  { s, n }: Fraction,
  { radix, mark }: { radix: number; mark: string },
): Numeral {
  return new Numeral(`${s < 0n ? "-" : ""}${mark}${n.toString(radix)}`);
}

function wholeRoot(workspace: Workspace, value: Fraction): Fraction {
  if (isNegative(value))
    throw new CalculationError("isqrt takes whole numbers from 0 on.");
  return new Fraction(integerRoot(workspace, value.n, 2n));
}
