import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { multiply } from "./arithmetic.ts";
import { factorial } from "./integers.ts";
import { power } from "./powers.ts";
import { HALF, isNegative, isZero, ONE, type Real } from "./real.ts";
import { pi } from "./trigonometry.ts";
import type { Workspace } from "./workspace.ts";

const MAX_HALVES = 2_000n;

/** The gamma function of whole numbers and halves: gamma(5) = 24, gamma(0.5) = sqrt(pi). */
export function gamma(workspace: Workspace, value: Real): Real {
  if (isNegative(value) || isZero(value) || !(value instanceof Fraction))
    return refuseGamma();
  if (value.d === 1n) return factorial(workspace, new Fraction(value.n - 1n));
  if (value.d !== 2n || value.n > MAX_HALVES) return refuseGamma();
  let product: Real = ONE;
  for (let factor = 1n; factor < value.n; factor += 2n)
    product = multiply(workspace, product, new Fraction(factor, 2n));
  return multiply(workspace, product, power(workspace, pi(workspace), HALF));
}

function refuseGamma(): never {
  throw new CalculationError(
    "gamma takes whole numbers and halves above 0: gamma(5), gamma(2.5).",
  );
}
