import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  countDigits,
  keepExact,
  MAX_DIGITS,
  type Real,
  refuseTooLarge,
  toBigInt,
} from "./real.ts";
import type { Workspace } from "./workspace.ts";

/** Factorials beyond have more than `MAX_DIGITS` digits. */
const MAX_FACTORS = 10_000n;

export function factorial(workspace: Workspace, value: Fraction): Real {
  return permutations(workspace, value, value);
}

/** Ways to choose `chosen` of `total` in order. */
export function permutations(
  workspace: Workspace,
  total: Fraction,
  chosen: Fraction,
): Real {
  refuseNegative(total, chosen);
  if (chosen.n > total.n) return new Fraction(0n);
  if (chosen.n > MAX_FACTORS) refuseTooLarge();
  return productOf(workspace, total.n - chosen.n + 1n, total.n);
}

/** Ways to choose `chosen` of `total` without order. */
export function combinations(
  workspace: Workspace,
  total: Fraction,
  chosen: Fraction,
): Real {
  refuseNegative(total, chosen);
  if (chosen.n > total.n) return new Fraction(0n);
  const others = total.n - chosen.n;
  const fewer = chosen.n < others ? chosen.n : others;
  if (fewer > MAX_FACTORS) refuseTooLarge();
  const ordered = productOf(workspace, total.n - fewer + 1n, total.n);
  return new Fraction(ordered.n / productOf(workspace, 1n, fewer).n);
}

/** `first * … * last`; ends at the latest when it has more than `MAX_DIGITS` digits. */
function productOf(
  { effort }: Workspace,
  first: bigint,
  last: bigint,
): Fraction {
  let product = 1n;
  const limit = 10n ** BigInt(MAX_DIGITS);
  for (let factor = first; factor <= last; factor++) {
    effort.spend(1);
    product *= factor;
    if (product >= limit) refuseTooLarge();
  }
  return new Fraction(product);
}

export function greatestCommonDivisor(
  { effort }: Workspace,
  left: Fraction,
  right: Fraction,
): Fraction {
  const digits = Math.min(countDigits(left.n), countDigits(right.n));
  effort.spend(1 + digits ** 2 * 0.0015);
  return new Fraction(left.gcd(right));
}

export function leastCommonMultiple(
  workspace: Workspace,
  left: Fraction,
  right: Fraction,
): Real {
  const divisor = greatestCommonDivisor(workspace, left, right);
  if (divisor.n === 0n) return divisor;
  return keepExact(workspace, new Fraction((left.n * right.n) / divisor.n));
}

/** `base ** exponent % modulus` without the power itself, which may have millions of digits. */
export function powerModulo(
  { effort }: Workspace,
  {
    base,
    exponent,
    modulus,
  }: { base: bigint; exponent: bigint; modulus: bigint },
): bigint {
  const bits = exponent.toString(2).length;
  effort.spend(1 + bits * costOfProduct(modulus));
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
export function isPrime(workspace: Workspace, value: Fraction): boolean {
  const candidate = toBigInt(value);
  if (candidate < 2n) return false;
  for (const witness of WITNESSES)
    if (candidate % witness === 0n) return candidate === witness;
  let odd = candidate - 1n;
  let halvings = 0;
  for (; odd % 2n === 0n; odd /= 2n) halvings++;
  const cost = costOfProduct(candidate);
  return WITNESSES.every((base) => {
    let power = powerModulo(workspace, {
      base,
      exponent: odd,
      modulus: candidate,
    });
    if (power === 1n) return true;
    for (let index = 0; index < halvings; index++) {
      if (power === candidate - 1n) return true;
      workspace.effort.spend(cost);
      power = (power * power) % candidate;
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
