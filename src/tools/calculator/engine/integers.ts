import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { MAX_DIGITS, refuseTooLarge } from "./certainty.ts";
import { spend } from "./effort.ts";
import { countDigits } from "./numbers.ts";

/** Larger factorials exceed `MAX_DIGITS`. */
const MAX_FACTORS = 10_000n;

export function factorial(value: bigint): bigint {
  return permutations(value, value);
}

/** Ordered selections of `chosen` out of `total`. */
export function permutations(total: bigint, chosen: bigint): bigint {
  if (total < 0n || chosen < 0n)
    throw new CalculationError(
      "factorials, combinations and permutations take whole numbers from 0 on.",
    );
  if (chosen > total) return 0n;
  if (chosen > MAX_FACTORS) refuseTooLarge();
  const limit = 10n ** BigInt(MAX_DIGITS);
  let product = 1n;
  for (let factor = total - chosen + 1n; factor <= total; factor++) {
    spend(1);
    product *= factor;
    if (product >= limit) refuseTooLarge();
  }
  return product;
}

/** Unordered selections of `chosen` out of `total`. */
export function combinations(total: bigint, chosen: bigint): bigint {
  const others = total - chosen;
  const fewer = chosen > others && others >= 0n ? others : chosen;
  const ordered = permutations(total, fewer);
  return ordered === 0n ? 0n : ordered / factorial(fewer);
}

export function multinomial(...parts: bigint[]): bigint {
  const total = parts.reduce((sum, part) => sum + part, 0n);
  const product = factorial(total);
  return parts.reduce((rest, part) => rest / factorial(part), product);
}

/** By fraction.js; the Euclidean algorithm is quadratic in the shorter number. */
export function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  spend(1 + Math.min(countDigits(left), countDigits(right)) ** 2 * 0.0015);
  return new Fraction(left).gcd(right).n;
}

export function leastCommonMultiple(left: bigint, right: bigint): bigint {
  const divisor = greatestCommonDivisor(left, right);
  if (divisor === 0n) return 0n;
  const multiple = (left / divisor) * right;
  if (countDigits(multiple) > MAX_DIGITS) refuseTooLarge();
  return multiple < 0n ? -multiple : multiple;
}

/**
 * The greatest common divisor with its Bézout coefficients: xgcd(36163, 21199)
 * = [1247, -7, 12].
 */
export function extendedDivisor(
  left: bigint,
  right: bigint,
): readonly [bigint, bigint, bigint] {
  const digits = Math.min(countDigits(left), countDigits(right));
  spend(1 + digits ** 2 * 0.005);
  let [divisor, rest] = [left, right];
  let [times, next] = [1n, 0n];
  while (rest !== 0n) {
    const quotient = divisor / rest;
    [divisor, rest] = [rest, divisor % rest];
    [times, next] = [next, times - quotient * next];
  }
  const sign = divisor < 0n ? -1n : 1n;
  const others = right === 0n ? 0n : (divisor - left * times) / right;
  return [sign * divisor, sign * times, sign * others];
}

export function inverseModulo(value: bigint, modulus: bigint): bigint {
  const [divisor, times] = extendedDivisor(value, modulus);
  if (modulus <= 0n || divisor !== 1n)
    throw new CalculationError(
      "there is no inverse: invmod takes a number and a positive modulus without a common divisor.",
    );
  return ((times % modulus) + modulus) % modulus;
}

/**
 * `base ** exponent % modulus` without the power, which may have millions of
 * digits. A negative exponent takes the modular inverse, as in Python.
 */
export function powerModulo(
  base: bigint,
  exponent: bigint,
  modulus: bigint,
): bigint {
  if (exponent < 0n)
    return powerModulo(inverseModulo(base, modulus), -exponent, modulus);
  const bits = exponent.toString(2).length;
  spend(1 + bits * costOfProduct(modulus));
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  // With the sign of the modulus, as in `modulo`.
  return ((result % modulus) + modulus) % modulus;
}

/**
 * Cost of multiplying two numbers below the modulus, and reducing the product.
 */
function costOfProduct(modulus: bigint): number {
  return 0.5 + countDigits(modulus) ** 2 / 20_000;
}

/**
 * Deterministic for candidates below 3.3e24; beyond, no composite number is
 * known to pass.
 */
const WITNESSES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];

/** The Miller-Rabin test. */
export function isPrime(candidate: bigint): boolean {
  if (candidate < 2n) return false;
  for (const witness of WITNESSES)
    if (candidate % witness === 0n) return candidate === witness;
  let odd = candidate - 1n;
  let halvings = 0;
  for (; odd % 2n === 0n; odd /= 2n) halvings++;
  const cost = costOfProduct(candidate);
  return WITNESSES.every((base) => {
    let raised = powerModulo(base, odd, candidate);
    if (raised === 1n) return true;
    for (let index = 0; index < halvings; index++) {
      if (raised === candidate - 1n) return true;
      spend(cost);
      raised = (raised * raised) % candidate;
    }
    return false;
  });
}
