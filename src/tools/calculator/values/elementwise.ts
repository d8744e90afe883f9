import { CalculationError } from "../calculation-error.ts";
import type { Workspace } from "../numbers/workspace.ts";
import { isList, type Value } from "./value.ts";

/** Applies to each element and its counterpart in a list of the same length, or to each element and the same number. */
export function elementwise(
  workspace: Workspace,
  [left, right]: readonly [Value, Value],
  apply: (workspace: Workspace, left: Value, right: Value) => Value,
): Value {
  if (!isList(left))
    return isList(right)
      ? right.map((item) => apply(workspace, left, item))
      : apply(workspace, left, right);
  if (!isList(right)) return left.map((item) => apply(workspace, item, right));
  if (left.length !== right.length)
    throw new CalculationError(
      `the lists have different lengths (${left.length} and ${right.length}).`,
    );
  return left.map((item, index) =>
    apply(workspace, item, right[index] ?? item),
  );
}
