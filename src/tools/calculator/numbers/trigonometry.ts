import { Decimal } from "decimal.js";
import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { compare, divide, dropNoise } from "./arithmetic.ts";
import { noteVanishing, ONE, type Real, settle, toDecimal } from "./real.ts";
import type { Workspace } from "./workspace.ts";

const COST = 450;
const ARC_COST = 1_100;

/** Digits before the point: decimal.js needs as many of pi. */
const LARGEST = 100;

export function pi({ Decimal: Digits }: Workspace): Decimal {
  return Digits.acos(-1);
}

export function sine(workspace: Workspace, angle: Real): Real {
  return turn(workspace, angle, (radians) => radians.sin());
}

export function cosine(workspace: Workspace, angle: Real): Real {
  return turn(workspace, angle, (radians) => radians.cos());
}

export function tangent(workspace: Workspace, angle: Real): Real {
  const across = cosine(workspace, angle);
  return divide(workspace, sine(workspace, angle), across);
}

export function arcSine(workspace: Workspace, ratio: Real): Real {
  return arc(workspace, refuseBeyondOne(workspace, ratio, "asin"), (value) =>
    value.asin(),
  );
}

export function arcCosine(workspace: Workspace, ratio: Real): Real {
  return arc(workspace, refuseBeyondOne(workspace, ratio, "acos"), (value) =>
    value.acos(),
  );
}

export function arcTangent(workspace: Workspace, ratio: Real): Real {
  return arc(workspace, ratio, (value) => value.atan());
}

export function arcTangent2(workspace: Workspace, y: Real, x: Real): Real {
  return arc(workspace, y, (value) =>
    workspace.Decimal.atan2(value, toDecimal(workspace, x)),
  );
}

/** sin(pi) is 0: pi has only so many digits. */
function turn(
  workspace: Workspace,
  angle: Real,
  apply: (radians: Decimal) => Decimal,
): Real {
  workspace.effort.spend(COST);
  const radians = toDecimal(workspace, angle);
  if (radians.e >= (isKept(angle, radians) ? LARGEST : workspace.digits / 4))
    throw new CalculationError(
      "the angle is too large. Take whole turns (2 * pi) off first.",
    );
  noteVanishing(workspace, radians);
  const result = apply(radians);
  if (angle instanceof Fraction) return settle(workspace, result);
  const scale = Decimal.max(radians.abs(), 1);
  return settle(workspace, dropNoise(workspace, result, scale));
}

/** Whether no digit of the angle was lost. */
function isKept(angle: Real, radians: Decimal): boolean {
  return (
    angle instanceof Fraction &&
    radians.e < LARGEST &&
    angle.equals(new Fraction(radians.toFixed()))
  );
}

function arc(
  workspace: Workspace,
  ratio: Real,
  apply: (value: Decimal) => Decimal,
): Real {
  workspace.effort.spend(ARC_COST);
  return settle(workspace, apply(toDecimal(workspace, ratio)));
}

function refuseBeyondOne(
  workspace: Workspace,
  ratio: Real,
  name: string,
): Real {
  if (compare(workspace, ratio.abs(), ONE) > 0)
    throw new CalculationError(`${name} takes values from -1 to 1.`);
  return ratio;
}
