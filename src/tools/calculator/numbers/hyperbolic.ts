import { Decimal } from "decimal.js";
import { CalculationError } from "../calculation-error.ts";
import {
  add,
  compare,
  divide,
  multiply,
  negate,
  subtract,
} from "./arithmetic.ts";
import { exponential, logarithm } from "./logarithms.ts";
import { power } from "./powers.ts";
import {
  HALF,
  isNegative,
  ONE,
  type Real,
  settle,
  toDecimal,
  TWO,
} from "./real.ts";
import type { Workspace } from "./workspace.ts";

const COST = 450;

/** Beyond, a hyperbolic tangent differs from 1 in the 800th digit. */
const LARGEST_TANGENT = 1_000;

/**
 * decimal.js takes ever more time for larger values (`tanh(1e6)` does not end), so it is used near 0 only, where the
 * exponential functions cancel each other out.
 */
export function hyperbolicSine(workspace: Workspace, value: Real): Real {
  if (isSmall(value)) return near0(workspace, value, (small) => small.sinh());
  const [grown, shrunk] = exponentials(workspace, value);
  return multiply(workspace, subtract(workspace, grown, shrunk), HALF);
}

export function hyperbolicCosine(workspace: Workspace, value: Real): Real {
  const [grown, shrunk] = exponentials(workspace, value);
  return multiply(workspace, add(workspace, grown, shrunk), HALF);
}

export function hyperbolicTangent(workspace: Workspace, value: Real): Real {
  if (isSmall(value)) return near0(workspace, value, (small) => small.tanh());
  if (toDecimal(workspace, value).abs().greaterThan(LARGEST_TANGENT))
    return isNegative(value) ? ONE.neg() : ONE;
  const [grown, shrunk] = exponentials(workspace, value);
  return divide(
    workspace,
    subtract(workspace, grown, shrunk),
    add(workspace, grown, shrunk),
  );
}

export function inverseHyperbolicSine(workspace: Workspace, value: Real): Real {
  if (isSmall(value)) return near0(workspace, value, (small) => small.asinh());
  const magnitude = logarithm(
    workspace,
    add(workspace, value.abs(), hypotenuse(workspace, value, ONE)),
  );
  return isNegative(value) ? negate(magnitude) : magnitude;
}

export function inverseHyperbolicCosine(
  workspace: Workspace,
  value: Real,
): Real {
  if (compare(workspace, value, ONE) < 0)
    throw new CalculationError("acosh takes values from 1 on.");
  return logarithm(
    workspace,
    add(workspace, value, hypotenuse(workspace, value, ONE.neg())),
  );
}

export function inverseHyperbolicTangent(
  workspace: Workspace,
  value: Real,
): Real {
  if (compare(workspace, value.abs(), ONE) >= 0)
    throw new CalculationError("atanh takes values between -1 and 1.");
  return near0(workspace, value, (small) => small.atanh());
}

function hypotenuse(workspace: Workspace, value: Real, other: Real): Real {
  const square = power(workspace, value, TWO);
  return power(workspace, add(workspace, square, other), HALF);
}

function exponentials(workspace: Workspace, value: Real): [Real, Real] {
  const grown = exponential(workspace, value);
  return [grown, divide(workspace, ONE, grown)];
}

function isSmall(value: Real): boolean {
  return Math.abs(Number(value.valueOf())) < 1;
}

/** So near to 0, each of these functions is its value: the next term is of its third power. */
function near0(
  workspace: Workspace,
  value: Real,
  apply: (small: Decimal) => Decimal,
): Real {
  workspace.effort.spend(COST);
  const small = toDecimal(workspace, value);
  return small.e < -workspace.digits ? value : settle(workspace, apply(small));
}
