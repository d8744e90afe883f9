import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { isNegative, isZero, ONE, TWO, type Real } from "./arithmetic.ts";
import { factorial } from "./integers.ts";
import type { Reals } from "./reals.ts";

/** Limit for half-integer arguments of gamma, in halves. */
const MAX_HALVES = 2_000n;

/**
 * The gamma function of integers and half-integers: gamma(5) = 24, gamma(0.5) =
 * sqrt(pi).
 */
export function gamma(reals: Reals, value: Real): Real {
  const isKnown =
    value instanceof Fraction &&
    !isNegative(value) &&
    !isZero(value) &&
    (value.d === 1n || (value.d === 2n && value.n <= MAX_HALVES));
  if (!isKnown)
    throw new CalculationError(
      "gamma takes positive multiples of 1/2: gamma(5), gamma(2.5).",
    );
  if (value.d === 1n) return new Fraction(factorial(reals, value.n - 1n));
  let product: Real = ONE;
  for (let factor = 1n; factor < value.n; factor += 2n)
    product = reals.multiply(product, new Fraction(factor, 2n));
  return reals.multiply(product, reals.sqrt(reals.pi));
}

/** Beyond, `1 - erf(x)` is smaller than the precision. */
const LARGEST_ERROR = new Fraction(7n);

/** Cost of a term of the series. */
const TERM_COST = 8;

/** The error function, by a series without cancellation. */
export function erf(reals: Reals, value: Real): Real {
  if (reals.compare(value.abs(), LARGEST_ERROR) > 0)
    throw new CalculationError(
      "erf takes values from -7 to 7. Beyond, it is 1 or -1 to 20 digits.",
    );
  const square = reals.toDecimal(reals.multiply(value, value));
  let term = reals.toDecimal(value);
  let sum = term;
  for (
    let odd = 3;
    term.e > sum.e - reals.digits - 2 && !term.isZero();
    odd += 2
  ) {
    reals.spend(TERM_COST);
    term = term.times(square).times(2).div(odd);
    sum = sum.plus(term);
  }
  if (sum.isZero()) return value;
  const scale = reals.divide(TWO, reals.sqrt(reals.pi));
  const bell = reals.exp(reals.multiply(value, value).neg());
  return reals.multiply(reals.multiply(scale, bell), reals.settle(sum));
}
