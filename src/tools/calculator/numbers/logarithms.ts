import { CalculationError } from "../calculation-error.ts";
import { add, divide } from "./arithmetic.ts";
import {
  isNegative,
  isZero,
  MAX_DIGITS,
  noteVanishing,
  ONE,
  type Real,
  refuseTooLarge,
  settle,
  toDecimal,
} from "./real.ts";
import type { Workspace } from "./workspace.ts";

const COST = 450;

export function exponential(workspace: Workspace, value: Real): Real {
  workspace.effort.spend(COST);
  const exponent = toDecimal(workspace, value);
  if (exponent.abs().greaterThan(MAX_DIGITS * Math.LN10)) refuseTooLarge();
  noteVanishing(workspace, exponent);
  return settle(workspace, exponent.exp());
}

/** The natural logarithm of a positive value. */
export function logarithm(workspace: Workspace, value: Real): Real {
  refuseNonPositive(value);
  workspace.effort.spend(COST);
  return settle(workspace, toDecimal(workspace, value).ln());
}

/** Of a positive value to a positive base other than 1; exact where it is a whole number. */
export function logarithmToBase(
  workspace: Workspace,
  value: Real,
  base: Real,
): Real {
  return divide(
    workspace,
    logarithm(workspace, value),
    logarithm(workspace, base),
  );
}

/** exp(value) - 1, also for a value so small that the difference would lose it. */
export function exponentialMinusOne(workspace: Workspace, value: Real): Real {
  return isZero(value) || toDecimal(workspace, value).e >= -workspace.digits
    ? add(workspace, exponential(workspace, value), ONE.neg())
    : value;
}

/** ln(1 + value), also for a value so small that the sum would lose it. */
export function logarithmOfOnePlus(workspace: Workspace, value: Real): Real {
  return isZero(value) || toDecimal(workspace, value).e >= -workspace.digits
    ? logarithm(workspace, add(workspace, ONE, value))
    : value;
}

function refuseNonPositive(value: Real): void {
  if (isZero(value) || isNegative(value))
    throw new CalculationError("only positive numbers have a logarithm here.");
}
