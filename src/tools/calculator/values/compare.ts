import * as reals from "../numbers/arithmetic.ts";
import { Complex } from "../numbers/complex.ts";
import { isReal } from "../numbers/real.ts";
import type { Workspace } from "../numbers/workspace.ts";
import { convert, Quantity } from "../units/quantity.ts";
import { toReal, type Value } from "./value.ts";

/** Below 0 where `left` is the smaller one, 0 where they are equal; of numbers, or values that measure the same. */
export function compare(
  workspace: Workspace,
  left: Value,
  right: Value,
): -1 | 0 | 1 {
  if (left instanceof Quantity && right instanceof Quantity)
    return reals.compare(
      workspace,
      left.amount,
      convert(workspace, right, left.terms).amount,
    );
  return reals.compare(workspace, toReal(left), toReal(right));
}

export function isEqual(
  workspace: Workspace,
  left: Value,
  right: Value,
): boolean {
  if (typeof left === "boolean" || typeof right === "boolean")
    return left === right;
  if (left instanceof Complex || right instanceof Complex) {
    const isNumber = (value: Value) =>
      isReal(value) || value instanceof Complex;
    if (!isNumber(left) || !isNumber(right)) return false;
  }
  return compare(workspace, left, right) === 0;
}
