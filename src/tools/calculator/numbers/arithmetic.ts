import { Decimal } from "decimal.js";
import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import type { Effort } from "./effort.ts";

/**
 * A real number: an exact fraction, or a decimal rounded to the precision of
 * the calculation. A decimal is never 0.
 */
export type Real = Fraction | Decimal;

/** Numbers range from 10^-3900 to 10^3900, which bounds the time. */
export const MAX_DIGITS = 3_900;

/**
 * Limit on numerator and denominator together. A longer fraction becomes a
 * decimal: reducing it takes time quadratic in its length.
 */
export const MAX_FRACTION_DIGITS = 1_000;

/** Last digits of a decimal, which may be wrong from rounding. */
const GUARD_DIGITS = 10;

/** Limit for rounding, before (negative) and after the point. */
const MAX_PLACES = 28;

export const ZERO = new Fraction(0n);
export const HALF = new Fraction(1n, 2n);
export const ONE = new Fraction(1n);
export const TWO = new Fraction(2n);

/**
 * Arithmetic that rounds inexact results to `digits`. Create one per
 * evaluation: decimal.js may leave its precision changed when it throws.
 */
export class Arithmetic {
  readonly digits: number;
  readonly Decimal: typeof Decimal;
  readonly #effort: Effort;
  #isExact = true;
  #hasCutDigits = false;

  constructor(digits: number, effort: Effort) {
    this.digits = digits;
    this.#effort = effort;
    this.Decimal = Decimal.clone({
      precision: digits,
      rounding: Decimal.ROUND_HALF_UP,
      defaults: true,
    });
  }

  get isExact(): boolean {
    return this.#isExact;
  }

  spend(steps: number): void {
    this.#effort.spend(steps);
  }

  add(left: Real, right: Real): Real {
    if (left instanceof Fraction && right instanceof Fraction) {
      const [one, other] = [sizeOf(left), sizeOf(right)];
      this.#payForReducing(
        Math.max(one.n + other.d, other.n + one.d),
        one.d + other.d,
      );
      return this.keepExact(left.add(right));
    }
    const [one, other] = this.#toDecimals(left, right);
    const isLarger = one.abs().greaterThan(other.abs());
    const [scale, rest] = isLarger ? [one, other] : [other, one];
    if (!rest.isZero() && rest.e < scale.e - this.#certainDigits)
      this.#hasCutDigits = true;
    return this.settle(this.dropNoise(one.plus(other), scale));
  }

  subtract(left: Real, right: Real): Real {
    return this.add(left, right.neg());
  }

  multiply(left: Real, right: Real): Real {
    if (left instanceof Fraction && right instanceof Fraction) {
      const [one, other] = [sizeOf(left), sizeOf(right)];
      this.#payForReducing(one.n + other.n, one.d + other.d);
      return this.keepExact(left.mul(right));
    }
    const [one, other] = this.#toDecimals(left, right);
    return this.settle(one.times(other));
  }

  /** Throws `CalculationError` if the divisor is 0. */
  divide(left: Real, right: Real): Real {
    if (isZero(right)) refuseDivisionByZero();
    if (left instanceof Fraction && right instanceof Fraction)
      return this.multiply(left, right.inverse());
    const [one, other] = this.#toDecimals(left, right);
    return this.settle(one.div(other));
  }

  /** Negative if `left` is smaller, 0 if they are equal. */
  compare(left: Real, right: Real): -1 | 0 | 1 {
    const difference = this.subtract(left, right);
    if (isZero(difference)) return 0;
    return isNegative(difference) ? -1 : 1;
  }

  /**
   * Throws `CalculationError` if rounding could have moved the value across an
   * integer.
   */
  floor(value: Real): Fraction {
    if (value instanceof Fraction) return value.floor();
    const noise = value.e - this.#certainDigits;
    if (noise >= 0)
      throw new CalculationError(
        `the last digits of an inexact value as large as 10^${value.e} are unknown.`,
      );
    const distance = value.minus(value.round());
    if (distance.isZero() || distance.e <= noise) refuseLostDigits();
    return new Fraction(value.floor().toFixed());
  }

  ceil(value: Real): Fraction {
    return this.floor(value.neg()).neg();
  }

  /**
   * Rounds half away from zero, in decimal: round(2.675, 2) = 2.68, round(1250,
   * -2) = 1300.
   */
  round(value: Real, places: Real = ZERO): Real {
    const count = Number(places.toString());
    if (!Number.isInteger(count) || Math.abs(count) > MAX_PLACES)
      throw new CalculationError(
        `round takes from -${MAX_PLACES} to ${MAX_PLACES} decimal places: round(2.675, 2).`,
      );
    const one = new Fraction(10n ** BigInt(Math.abs(count)));
    const unit = count < 0 ? one : one.inverse();
    const size = this.divide(value, unit).abs();
    const rounded = this.floor(this.add(size, HALF));
    return this.multiply(withSignOf(value, rounded), unit);
  }

  /** Rounds towards minus infinity, as in Python: -7 // 2 = -4. */
  floorDivide(left: Real, right: Real): Fraction {
    return this.floor(this.divide(left, right));
  }

  /** The remainder has the divisor's sign, as in Python: -7 % 3 = 2. */
  modulo(left: Real, right: Real): Real {
    const times = this.floorDivide(left, right);
    return this.subtract(left, this.multiply(right, times));
  }

  toDecimal(value: Real): Decimal {
    if (!(value instanceof Fraction)) return value;
    const { n, d } = sizeOf(value);
    this.spend(1 + (n + d) / 10);
    const above = new this.Decimal(toBigInt(value));
    const below = new this.Decimal(value.d);
    if (Math.max(above.precision(), below.precision()) > this.#certainDigits)
      this.#hasCutDigits = true;
    return above.div(below);
  }

  /**
   * Keeps a fraction exact unless it is too long. Throws `CalculationError` if
   * it is too large.
   */
  keepExact(value: Fraction): Real {
    const { n, d } = sizeOf(value);
    if (n - d > MAX_DIGITS) refuseTooLarge();
    if (value.d === 1n || n + d <= MAX_FRACTION_DIGITS) return value;
    return this.settle(this.toDecimal(value));
  }

  /**
   * Turns a decimal that is evidently exact into a fraction: 2.000… is 2.
   * Throws `CalculationError` beyond `MAX_DIGITS`.
   */
  settle(value: Decimal): Real {
    this.#isExact = false;
    if (value.isZero()) return this.#hasCutDigits ? refuseLostDigits() : ZERO;
    if (!value.isFinite() || value.e > MAX_DIGITS) refuseTooLarge();
    if (value.e < -MAX_DIGITS) refuseTooSmall();
    const known = value.toSignificantDigits(this.#certainDigits);
    const isPlain =
      !this.#hasCutDigits &&
      known.precision() <= this.#certainDigits / 2 &&
      Math.abs(known.e) < this.digits / 2;
    return isPlain ? new Fraction(known.toFixed()) : value;
  }

  /**
   * Returns 0 if the value is only rounding error of values of that scale, as
   * in sqrt(2)^2 - 2. Throws `CalculationError` if the error could exceed the
   * result.
   */
  dropNoise(value: Decimal, scale: Decimal): Decimal {
    const noise = scale.e - this.#certainDigits;
    if (!value.isZero() && value.e > noise) return value;
    if (this.#hasCutDigits || noise > -this.digits / 4) refuseLostDigits();
    return new this.Decimal(0);
  }

  /**
   * Marks the result as uncertain if adding the argument, or half of its
   * square, to 1 has no effect: exp(1e-90) - 1 would be 0.
   */
  noteVanishing(argument: Decimal): void {
    if (!argument.isZero() && argument.e < -this.#certainDigits / 2)
      this.#hasCutDigits = true;
  }

  get #certainDigits(): number {
    return this.digits - GUARD_DIGITS;
  }

  #toDecimals(left: Real, right: Real): [Decimal, Decimal] {
    this.spend(15);
    return [this.toDecimal(left), this.toDecimal(right)];
  }

  /**
   * The cost of Euclid's algorithm: quadratic in the shorter number's digits.
   */
  #payForReducing(numerator: number, denominator: number): void {
    this.spend(
      1 +
        (numerator + denominator) / 100 +
        Math.min(numerator, denominator) ** 2 * 0.0015,
    );
  }
}

export function isReal(value: unknown): value is Real {
  return value instanceof Fraction || Decimal.isDecimal(value);
}

export function isInteger(value: unknown): value is Fraction {
  return value instanceof Fraction && value.d === 1n;
}

export function toBigInt({ s, n }: Fraction): bigint {
  return s * n;
}

export function isZero(value: Real): boolean {
  return value instanceof Fraction && value.n === 0n;
}

export function isNegative(value: Real): boolean {
  return value instanceof Fraction
    ? value.s < 0n && value.n !== 0n
    : value.isNegative();
}

/** Negates `size` if `value` is negative. */
export function withSignOf(value: Real, size: Real): Real {
  return isNegative(value) ? size.neg() : size;
}

/** Number of decimal digits, or one more. */
export function countDigits(integer: bigint): number {
  return Math.ceil(integer.toString(16).length * Math.log10(16));
}

function sizeOf({ n, d }: Fraction): { n: number; d: number } {
  return { n: countDigits(n), d: countDigits(d) };
}

export function refuseDivisionByZero(): never {
  throw new CalculationError("division by zero. It has no value.");
}

export function refuseTooSmall(): never {
  throw new CalculationError(
    `a value is too small to calculate with (below 10^-${MAX_DIGITS}).`,
  );
}

export function refuseTooLarge(): never {
  throw new CalculationError(
    `a value is too large (more than ${MAX_DIGITS} digits). Take logarithms, or a remainder such as 7^1000 % 13.`,
  );
}

function refuseLostDigits(): never {
  throw new CalculationError(
    "inexact values cancel out, so the rest is uncertain. Rearrange the expression.",
  );
}
