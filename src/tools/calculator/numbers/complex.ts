import {
  HALF,
  isInteger,
  isZero,
  ONE,
  toBigInt,
  TWO,
  ZERO,
  type Real,
} from "./arithmetic.ts";
import type { Reals } from "./reals.ts";

/** A complex number whose `im` is not 0. */
export class Complex {
  readonly re: Real;
  readonly im: Real;

  constructor(re: Real, im: Real) {
    this.re = re;
    this.im = im;
  }
}

export type Scalar = Real | Complex;

/** Smaller powers are computed by multiplication, and so exactly. */
const MAX_EXACT_EXPONENT = 64n;

export function toScalar(re: Real, im: Real): Scalar {
  return isZero(im) ? re : new Complex(re, im);
}

export function partsOf(value: Scalar): { re: Real; im: Real } {
  return value instanceof Complex ? value : { re: value, im: ZERO };
}

export function add(reals: Reals, left: Scalar, right: Scalar): Scalar {
  const [a, b] = [partsOf(left), partsOf(right)];
  return toScalar(reals.add(a.re, b.re), reals.add(a.im, b.im));
}

export function multiply(reals: Reals, left: Scalar, right: Scalar): Scalar {
  const [a, b] = [partsOf(left), partsOf(right)];
  const times = (one: Real, other: Real) => reals.multiply(one, other);
  return toScalar(
    reals.subtract(times(a.re, b.re), times(a.im, b.im)),
    reals.add(times(a.re, b.im), times(a.im, b.re)),
  );
}

export function divide(reals: Reals, left: Scalar, right: Scalar): Scalar {
  const { re, im } = partsOf(right);
  const conjugate = toScalar(re, im.neg());
  const squared = partsOf(multiply(reals, right, conjugate)).re;
  const product = partsOf(multiply(reals, left, conjugate));
  return toScalar(
    reals.divide(product.re, squared),
    reals.divide(product.im, squared),
  );
}

export function modulus(reals: Reals, value: Scalar): Real {
  const { re, im } = partsOf(value);
  const sum = reals.add(reals.power(re, TWO), reals.power(im, TWO));
  return reals.power(sum, HALF);
}

/** The principal value, as in Python: (-8)^(1/3) is 1 + 1.732i. */
export function power(reals: Reals, base: Scalar, exponent: Scalar): Scalar {
  if (isInteger(exponent) && exponent.n <= MAX_EXACT_EXPONENT)
    return wholePower(reals, base, toBigInt(exponent));
  return exp(reals, multiply(reals, exponent, ln(reals, base)));
}

export function exp(reals: Reals, value: Scalar): Scalar {
  const { re, im } = partsOf(value);
  const length = reals.exp(re);
  return toScalar(
    reals.multiply(length, reals.cos(im)),
    reals.multiply(length, reals.sin(im)),
  );
}

/** The principal value: log(-1) is 3.14159i. */
export function ln(reals: Reals, value: Scalar): Scalar {
  const { re, im } = partsOf(value);
  return toScalar(reals.ln(modulus(reals, value)), reals.atan2(im, re));
}

function wholePower(reals: Reals, base: Scalar, exponent: bigint): Scalar {
  let product: Scalar = ONE;
  const times = exponent < 0n ? -exponent : exponent;
  for (let count = 0n; count < times; count++)
    product = multiply(reals, product, base);
  return exponent < 0n ? divide(reals, ONE, product) : product;
}
