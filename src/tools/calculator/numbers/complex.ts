import { add, divide, multiply, negate, subtract } from "./arithmetic.ts";
import { exponential, logarithm } from "./logarithms.ts";
import { power } from "./powers.ts";
import {
  HALF,
  isInteger,
  isZero,
  ONE,
  type Real,
  toBigInt,
  TWO,
  ZERO,
} from "./real.ts";
import { arcTangent2, cosine, sine } from "./trigonometry.ts";
import type { Workspace } from "./workspace.ts";

/** A number that is not real: `im` is not 0. */
export class Complex {
  readonly re: Real;
  readonly im: Real;

  constructor(re: Real, im: Real) {
    this.re = re;
    this.im = im;
  }
}

export type Scalar = Real | Complex;

/** Powers up to here are products, and so exact. */
const MAX_EXACT_EXPONENT = 64n;

/** The real number where the imaginary part is 0. */
export function toScalar(re: Real, im: Real): Scalar {
  return isZero(im) ? re : new Complex(re, im);
}

export function partsOf(value: Scalar): { re: Real; im: Real } {
  return value instanceof Complex ? value : { re: value, im: ZERO };
}

export function addComplex(
  workspace: Workspace,
  left: Scalar,
  right: Scalar,
): Scalar {
  const [a, b] = [partsOf(left), partsOf(right)];
  return toScalar(add(workspace, a.re, b.re), add(workspace, a.im, b.im));
}

export function negateComplex({ re, im }: Complex): Complex {
  return new Complex(negate(re), negate(im));
}

export function multiplyComplex(
  workspace: Workspace,
  left: Scalar,
  right: Scalar,
): Scalar {
  const [a, b] = [partsOf(left), partsOf(right)];
  const times = (one: Real, other: Real) => multiply(workspace, one, other);
  return toScalar(
    subtract(workspace, times(a.re, b.re), times(a.im, b.im)),
    add(workspace, times(a.re, b.im), times(a.im, b.re)),
  );
}

export function divideComplex(
  workspace: Workspace,
  left: Scalar,
  right: Scalar,
): Scalar {
  const { re, im } = partsOf(right);
  const conjugate = toScalar(re, negate(im));
  const squared = partsOf(multiplyComplex(workspace, right, conjugate)).re;
  const product = partsOf(multiplyComplex(workspace, left, conjugate));
  return toScalar(
    divide(workspace, product.re, squared),
    divide(workspace, product.im, squared),
  );
}

/** The distance from 0. */
export function modulus(workspace: Workspace, value: Scalar): Real {
  const { re, im } = partsOf(value);
  const sum = add(
    workspace,
    power(workspace, re, TWO),
    power(workspace, im, TWO),
  );
  return power(workspace, sum, HALF);
}

/** The principal value: (-8)^(1/3) is 1 + 1.732i, as in Python. */
export function powerOfComplex(
  workspace: Workspace,
  base: Scalar,
  exponent: Scalar,
): Scalar {
  if (isInteger(exponent) && exponent.n <= MAX_EXACT_EXPONENT)
    return wholePower(workspace, base, toBigInt(exponent));
  return exponentialOfComplex(
    workspace,
    multiplyComplex(workspace, exponent, logarithmOfComplex(workspace, base)),
  );
}

export function exponentialOfComplex(
  workspace: Workspace,
  value: Scalar,
): Scalar {
  const { re, im } = partsOf(value);
  const length = exponential(workspace, re);
  return toScalar(
    multiply(workspace, length, cosine(workspace, im)),
    multiply(workspace, length, sine(workspace, im)),
  );
}

/** The principal value: log(-1) is 3.14159i. */
export function logarithmOfComplex(
  workspace: Workspace,
  value: Scalar,
): Scalar {
  const { re, im } = partsOf(value);
  return toScalar(
    logarithm(workspace, modulus(workspace, value)),
    arcTangent2(workspace, im, re),
  );
}

function wholePower(
  workspace: Workspace,
  base: Scalar,
  exponent: bigint,
): Scalar {
  let product: Scalar = ONE;
  const times = exponent < 0n ? -exponent : exponent;
  for (let count = 0n; count < times; count++)
    product = multiplyComplex(workspace, product, base);
  return exponent < 0n ? divideComplex(workspace, ONE, product) : product;
}
