import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { power } from "./powers.ts";
import {
  countDigits,
  HALF,
  isNegative,
  isZero,
  MAX_DIGITS,
  type Real,
  type Reals,
  refuseTooLarge,
  toBigInt,
} from "./reals.ts";
import { pi } from "./trigonometry.ts";

/** Factorials beyond have more than `MAX_DIGITS` digits. */
const MAX_FACTORS = 10_000n;

/** Of the gamma function. */
const MAX_HALVES = 2_000n;

export function factorial(reals: Reals, value: Fraction): Real {
  return permutations(reals, value, value);
}

/** Ways to choose `chosen` of `total` in order. */
export function permutations(
  reals: Reals,
  total: Fraction,
  chosen: Fraction,
): Real {
  refuseNegative(total, chosen);
  if (chosen.n > total.n) return new Fraction(0n);
  if (chosen.n > MAX_FACTORS) refuseTooLarge();
  return productOf(reals, total.n - chosen.n + 1n, total.n);
}

/** Ways to choose `chosen` of `total` without order. */
export function combinations(
  reals: Reals,
  total: Fraction,
  chosen: Fraction,
): Real {
  refuseNegative(total, chosen);
  if (chosen.n > total.n) return new Fraction(0n);
  const others = total.n - chosen.n;
  const fewer = chosen.n < others ? chosen.n : others;
  if (fewer > MAX_FACTORS) refuseTooLarge();
  const ordered = productOf(reals, total.n - fewer + 1n, total.n);
  return new Fraction(ordered.n / productOf(reals, 1n, fewer).n);
}

/** `first * … * last`; ends at the latest when it has more than `MAX_DIGITS` digits. */
function productOf(reals: Reals, first: bigint, last: bigint): Fraction {
  let product = 1n;
  const limit = 10n ** BigInt(MAX_DIGITS);
  for (let factor = first; factor <= last; factor++) {
    reals.spend(1);
    product *= factor;
    if (product >= limit) refuseTooLarge();
  }
  return new Fraction(product);
}

/** The gamma function of whole numbers and halves: gamma(5) = 24, gamma(0.5) = sqrt(pi). */
export function gamma(reals: Reals, value: Real): Real {
  const isKnown =
    value instanceof Fraction &&
    !isNegative(value) &&
    !isZero(value) &&
    (value.d === 1n || (value.d === 2n && value.n <= MAX_HALVES));
  if (!isKnown)
    throw new CalculationError(
      "gamma takes whole numbers and halves above 0: gamma(5), gamma(2.5).",
    );
  if (value.d === 1n) return factorial(reals, new Fraction(value.n - 1n));
  let product: Real = new Fraction(1n);
  for (let factor = 1n; factor < value.n; factor += 2n)
    product = reals.multiply(product, new Fraction(factor, 2n));
  return reals.multiply(product, power(reals, pi(reals), HALF));
}

export function greatestCommonDivisor(
  reals: Reals,
  left: Fraction,
  right: Fraction,
): Fraction {
  const digits = Math.min(countDigits(left.n), countDigits(right.n));
  reals.spend(1 + digits ** 2 * 0.0015);
  return new Fraction(left.gcd(right));
}

export function leastCommonMultiple(
  reals: Reals,
  left: Fraction,
  right: Fraction,
): Real {
  const divisor = greatestCommonDivisor(reals, left, right);
  if (divisor.n === 0n) return divisor;
  return reals.keepExact(new Fraction((left.n * right.n) / divisor.n));
}

/** `base ** exponent % modulus` without the power itself, which may have millions of digits. */
export function powerModulo(
  reals: Reals,
  {
    base,
    exponent,
    modulus,
  }: { base: bigint; exponent: bigint; modulus: bigint },
): bigint {
  const bits = exponent.toString(2).length;
  reals.spend(1 + bits * costOfProduct(modulus));
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  // Of the modulus's sign, as of any remainder here.
  return ((result % modulus) + modulus) % modulus;
}

/** Of two numbers below the modulus, with its remainder. */
function costOfProduct(modulus: bigint): number {
  return 0.5 + countDigits(modulus) ** 2 / 20_000;
}

/** Witnesses that decide without error below 3.3e24; beyond, no composite number is known that passes them all. */
const WITNESSES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];

/** The Miller-Rabin test. */
export function isPrime(reals: Reals, value: Fraction): boolean {
  const candidate = toBigInt(value);
  if (candidate < 2n) return false;
  for (const witness of WITNESSES)
    if (candidate % witness === 0n) return candidate === witness;
  let odd = candidate - 1n;
  let halvings = 0;
  for (; odd % 2n === 0n; odd /= 2n) halvings++;
  const cost = costOfProduct(candidate);
  return WITNESSES.every((base) => {
    let raised = powerModulo(reals, {
      base,
      exponent: odd,
      modulus: candidate,
    });
    if (raised === 1n) return true;
    for (let index = 0; index < halvings; index++) {
      if (raised === candidate - 1n) return true;
      reals.spend(cost);
      raised = (raised * raised) % candidate;
    }
    return false;
  });
}

function refuseNegative(...values: readonly Fraction[]): void {
  if (values.some((value) => value.s < 0n))
    throw new CalculationError(
      "factorials, combinations and permutations take whole numbers from 0 on.",
    );
}
