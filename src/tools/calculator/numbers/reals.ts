import { Decimal } from "decimal.js";
import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  Arithmetic,
  countDigits,
  HALF,
  isInteger,
  isNegative,
  isZero,
  MAX_DIGITS,
  MAX_FRACTION_DIGITS,
  ONE,
  refuseDivisionByZero,
  refuseTooLarge,
  refuseTooSmall,
  toBigInt,
  TWO,
  withSignOf,
  type Real,
} from "./arithmetic.ts";

const POWER_COST = 700;
const ROOT_COST = 150;
const FUNCTION_COST = 450;
const ARC_COST = 1_100;

/** Higher roots are not computed exactly. */
const MAX_EXACT_DEGREE = 64n;

/** Limit on digits before the point: decimal.js needs as many of pi. */
const LARGEST_ANGLE = 100;

/** Beyond, tanh differs from 1 only in the 800th digit. */
const LARGEST_TANGENT = 1_000;

/** Real numbers with powers, logarithms and trigonometry (in radians). */
export class Reals extends Arithmetic {
  get pi(): Decimal {
    return this.Decimal.acos(-1);
  }

  /**
   * `base ** exponent` for a base from 0 on, or an integer exponent; exact if
   * possible. Throws `CalculationError` otherwise.
   */
  power(base: Real, exponent: Real): Real {
    if (isZero(exponent)) return ONE;
    if (isZero(base))
      return isNegative(exponent) ? refuseDivisionByZero() : base;
    if (base instanceof Fraction && base.n === 1n && base.d === 1n)
      return isNegative(base) ? powerOfMinusOne(exponent) : ONE;
    if (base instanceof Fraction && exponent instanceof Fraction) {
      const exact = this.#exactPower(base, exponent);
      if (exact !== undefined) return exact;
    }
    const one = this.toDecimal(base);
    if (
      exponent instanceof Fraction &&
      exponent.n === 1n &&
      exponent.d === 2n
    ) {
      this.spend(ROOT_COST);
      return this.settle(isNegative(exponent) ? one.pow(-0.5) : one.sqrt());
    }
    this.spend(POWER_COST);
    const other = this.toDecimal(exponent);
    this.noteVanishing(other);
    const raised = one.pow(other);
    if (raised.isZero()) refuseTooSmall();
    return this.settle(raised);
  }

  sqrt(value: Real): Real {
    return this.power(value, HALF);
  }

  /** The integer part of a root of a value from 0 on, by Newton's method. */
  integerRoot(value: bigint, degree: bigint): bigint {
    if (value < 2n) return value;
    this.spend(10 + countDigits(value));
    const bits = value.toString(16).length * 4;
    let guess = 1n << BigInt(Math.ceil(bits / Number(degree)));
    for (;;) {
      const next =
        ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree;
      if (next >= guess) return guess;
      guess = next;
    }
  }

  exp(value: Real): Real {
    this.spend(FUNCTION_COST);
    const exponent = this.toDecimal(value);
    if (exponent.abs().greaterThan(MAX_DIGITS * Math.LN10)) refuseTooLarge();
    this.noteVanishing(exponent);
    return this.settle(exponent.exp());
  }

  /** exp(value) - 1, without cancellation for tiny values. */
  expm1(value: Real): Real {
    return this.#isVanishing(value)
      ? value
      : this.subtract(this.exp(value), ONE);
  }

  /** The natural logarithm of a positive value. */
  ln(value: Real): Real {
    if (isZero(value) || isNegative(value))
      throw new CalculationError(
        "only positive numbers have a logarithm here.",
      );
    this.spend(FUNCTION_COST);
    return this.settle(this.toDecimal(value).ln());
  }

  /** ln(1 + value), without cancellation for tiny values. */
  log1p(value: Real): Real {
    return this.#isVanishing(value) ? value : this.ln(this.add(ONE, value));
  }

  /** Exact if an integer. `value` and `base` are positive, `base` is not 1. */
  log(value: Real, base: Real): Real {
    return this.divide(this.ln(value), this.ln(base));
  }

  sin(angle: Real): Real {
    return this.#turn(angle, (radians) => radians.sin());
  }

  cos(angle: Real): Real {
    return this.#turn(angle, (radians) => radians.cos());
  }

  tan(angle: Real): Real {
    const across = this.cos(angle);
    return this.divide(this.sin(angle), across);
  }

  asin(ratio: Real): Real {
    return this.#arc(this.#upToOne(ratio, "asin"), (value) => value.asin());
  }

  acos(ratio: Real): Real {
    return this.#arc(this.#upToOne(ratio, "acos"), (value) => value.acos());
  }

  atan(ratio: Real): Real {
    return this.#arc(ratio, (value) => value.atan());
  }

  atan2(y: Real, x: Real): Real {
    return this.#arc(y, (value) =>
      this.Decimal.atan2(value, this.toDecimal(x)),
    );
  }

  /**
   * Uses decimal.js only near 0, where exponentials would cancel out: its time
   * grows with the value, and `tanh(1e6)` never ends.
   */
  sinh(value: Real): Real {
    if (isSmall(value)) return this.#nearZero(value, (small) => small.sinh());
    const [grown, shrunk] = this.#exponentials(value);
    return this.multiply(this.subtract(grown, shrunk), HALF);
  }

  cosh(value: Real): Real {
    const [grown, shrunk] = this.#exponentials(value);
    return this.multiply(this.add(grown, shrunk), HALF);
  }

  tanh(value: Real): Real {
    if (isSmall(value)) return this.#nearZero(value, (small) => small.tanh());
    if (this.toDecimal(value).abs().greaterThan(LARGEST_TANGENT))
      return withSignOf(value, ONE);
    const [grown, shrunk] = this.#exponentials(value);
    return this.divide(this.subtract(grown, shrunk), this.add(grown, shrunk));
  }

  asinh(value: Real): Real {
    if (isSmall(value)) return this.#nearZero(value, (small) => small.asinh());
    const root = this.sqrt(this.add(this.power(value, TWO), ONE));
    return withSignOf(value, this.ln(this.add(value.abs(), root)));
  }

  acosh(value: Real): Real {
    if (this.compare(value, ONE) < 0)
      throw new CalculationError("acosh takes values from 1 on.");
    const root = this.sqrt(this.subtract(this.power(value, TWO), ONE));
    return this.ln(this.add(value, root));
  }

  atanh(value: Real): Real {
    if (this.compare(value.abs(), ONE) >= 0)
      throw new CalculationError("atanh takes values between -1 and 1.");
    return this.#nearZero(value, (small) => small.atanh());
  }

  /** `undefined` if the result is not a fraction, or too long a one. */
  #exactPower(base: Fraction, exponent: Fraction): Real | undefined {
    const rooted = this.#exactRoot(base, exponent.d);
    if (rooted === undefined) return undefined;
    const times = Number(toBigInt(exponent));
    const isWhole = rooted.d === 1n;
    const magnitude = log10(rooted.n) * times;
    if (isWhole && magnitude > MAX_DIGITS) refuseTooLarge();
    if (isWhole && magnitude < -MAX_DIGITS) refuseTooSmall();
    const digits = (log10(rooted.n) + log10(rooted.d)) * Math.abs(times);
    if (digits > MAX_FRACTION_DIGITS && !(isWhole && times > 0))
      return undefined;
    this.spend(5 + digits / 10);
    return this.keepExact(rooted.pow(new Fraction(toBigInt(exponent))));
  }

  #exactRoot(value: Fraction, degree: bigint): Fraction | undefined {
    if (degree === 1n) return value;
    if (isNegative(value)) refuseNegativeBase();
    if (degree > MAX_EXACT_DEGREE) return undefined;
    const numerator = this.integerRoot(value.n, degree);
    const denominator = this.integerRoot(value.d, degree);
    const isExact =
      numerator ** degree === value.n && denominator ** degree === value.d;
    return isExact ? new Fraction(numerator, denominator) : undefined;
  }

  #isVanishing(value: Real): boolean {
    return !isZero(value) && this.toDecimal(value).e < -this.digits;
  }

  /** Makes sin(pi) 0 although pi is rounded. */
  #turn(angle: Real, apply: (radians: Decimal) => Decimal): Real {
    this.spend(FUNCTION_COST);
    const radians = this.toDecimal(angle);
    const isKept =
      angle instanceof Fraction &&
      radians.e < LARGEST_ANGLE &&
      angle.equals(new Fraction(radians.toFixed()));
    if (radians.e >= (isKept ? LARGEST_ANGLE : this.digits / 4))
      throw new CalculationError(
        "the angle is too large. Take whole turns (2 * pi) off first.",
      );
    this.noteVanishing(radians);
    const result = apply(radians);
    if (angle instanceof Fraction) return this.settle(result);
    const scale = Decimal.max(radians.abs(), 1);
    return this.settle(this.dropNoise(result, scale));
  }

  #arc(ratio: Real, apply: (value: Decimal) => Decimal): Real {
    this.spend(ARC_COST);
    return this.settle(apply(this.toDecimal(ratio)));
  }

  #upToOne(ratio: Real, name: string): Real {
    if (this.compare(ratio.abs(), ONE) > 0)
      throw new CalculationError(`${name} takes values from -1 to 1.`);
    return ratio;
  }

  #exponentials(value: Real): [Real, Real] {
    const grown = this.exp(value);
    return [grown, this.divide(ONE, grown)];
  }

  /** Extremely close to 0 it equals its argument: the next term is cubic. */
  #nearZero(value: Real, apply: (small: Decimal) => Decimal): Real {
    this.spend(FUNCTION_COST);
    const small = this.toDecimal(value);
    return small.e < -this.digits ? value : this.settle(apply(small));
  }
}

function isSmall(value: Real): boolean {
  return Math.abs(Number(value.valueOf())) < 1;
}

function powerOfMinusOne(exponent: Real): Real {
  if (!isInteger(exponent)) refuseNegativeBase();
  return exponent.n % 2n === 0n ? ONE : ONE.neg();
}

/** Logarithm of a positive integer, to about 12 digits. */
function log10(integer: bigint): number {
  const written = integer.toString(16);
  const leading = written.slice(0, 13);
  return (
    Math.log10(parseInt(leading, 16)) +
    (written.length - leading.length) * Math.log10(16)
  );
}

function refuseNegativeBase(): never {
  throw new CalculationError(
    "a root of a negative number is not a real number here.",
  );
}
