import { Decimal } from "decimal.js";
import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { exponential, logarithm, power } from "./powers.ts";
import { HALF, isNegative, ONE, type Real, type Reals, TWO } from "./reals.ts";

const COST = 450;
const ARC_COST = 1_100;

/** Digits before the point: decimal.js needs as many of pi. */
const LARGEST_ANGLE = 100;

/** Beyond, a hyperbolic tangent differs from 1 in the 800th digit. */
const LARGEST_TANGENT = 1_000;

export function pi({ Decimal: Digits }: Reals): Decimal {
  return Digits.acos(-1);
}

/** Of an angle in radians. sin(pi) is 0: pi has only so many digits. */
export function trigonometric(
  reals: Reals,
  name: "sin" | "cos",
  angle: Real,
): Real {
  reals.spend(COST);
  const radians = reals.toDecimal(angle);
  const isKept =
    angle instanceof Fraction &&
    radians.e < LARGEST_ANGLE &&
    angle.equals(new Fraction(radians.toFixed()));
  if (radians.e >= (isKept ? LARGEST_ANGLE : reals.digits / 4))
    throw new CalculationError(
      "the angle is too large. Take whole turns (2 * pi) off first.",
    );
  reals.noteVanishing(radians);
  const result = radians[name]();
  if (angle instanceof Fraction) return reals.settle(result);
  const scale = Decimal.max(radians.abs(), 1);
  return reals.settle(reals.dropNoise(result, scale));
}

export function tangent(reals: Reals, angle: Real): Real {
  const across = trigonometric(reals, "cos", angle);
  return reals.divide(trigonometric(reals, "sin", angle), across);
}

export function inverseTrigonometric(
  reals: Reals,
  name: "asin" | "acos" | "atan",
  ratio: Real,
): Real {
  if (name !== "atan" && reals.compare(ratio.abs(), ONE) > 0)
    throw new CalculationError(`${name} takes values from -1 to 1.`);
  reals.spend(ARC_COST);
  return reals.settle(reals.toDecimal(ratio)[name]());
}

export function arcTangent2(reals: Reals, y: Real, x: Real): Real {
  reals.spend(ARC_COST);
  const [height, width] = [reals.toDecimal(y), reals.toDecimal(x)];
  return reals.settle(reals.Decimal.atan2(height, width));
}

/**
 * decimal.js takes ever more time for larger values (`tanh(1e6)` does not end), so it is used near 0 only, where the
 * exponential functions cancel each other out.
 */
export function hyperbolic(
  reals: Reals,
  name: "sinh" | "cosh" | "tanh",
  value: Real,
): Real {
  if (name !== "cosh" && isSmall(value)) return nearZero(reals, name, value);
  if (
    name === "tanh" &&
    reals.toDecimal(value).abs().greaterThan(LARGEST_TANGENT)
  )
    return isNegative(value) ? ONE.neg() : ONE;
  const grown = exponential(reals, value);
  const shrunk = reals.divide(ONE, grown);
  if (name === "cosh") return reals.multiply(reals.add(grown, shrunk), HALF);
  const difference = reals.subtract(grown, shrunk);
  return name === "sinh"
    ? reals.multiply(difference, HALF)
    : reals.divide(difference, reals.add(grown, shrunk));
}

export function inverseHyperbolic(
  reals: Reals,
  name: "asinh" | "acosh" | "atanh",
  value: Real,
): Real {
  if (name === "acosh" && reals.compare(value, ONE) < 0)
    throw new CalculationError("acosh takes values from 1 on.");
  if (name === "atanh" && reals.compare(value.abs(), ONE) >= 0)
    throw new CalculationError("atanh takes values between -1 and 1.");
  if (name === "atanh" || (name === "asinh" && isSmall(value)))
    return nearZero(reals, name, value);
  const square = power(reals, value, TWO);
  const other = reals.add(square, name === "acosh" ? ONE.neg() : ONE);
  const sum = reals.add(value.abs(), power(reals, other, HALF));
  const magnitude = logarithm(reals, sum);
  return isNegative(value) ? magnitude.neg() : magnitude;
}

function isSmall(value: Real): boolean {
  return Math.abs(Number(value.valueOf())) < 1;
}

/** So near to 0, each of these functions is its value: the next term is of its third power. */
function nearZero(
  reals: Reals,
  name: "sinh" | "tanh" | "asinh" | "atanh",
  value: Real,
): Real {
  reals.spend(COST);
  const small = reals.toDecimal(value);
  return small.e < -reals.digits ? value : reals.settle(small[name]());
}
