import type { Workspace } from "../numbers/workspace.ts";
import type { Value } from "../values/value.ts";

/** Something that can be calculated. */
export interface Operation {
  readonly name: string;
  /** How many values it takes: at least and at most. */
  readonly arity: readonly [number, number];
  readonly apply: Apply;
}

/** Pays for what it does; throws `CalculationError` where there is no result. */
export type Apply = (workspace: Workspace, ...values: Value[]) => Value;

/** Operations by name, all of which take that many values. */
export function define(
  arity: Operation["arity"],
  operations: Readonly<Record<string, Apply>>,
): (readonly [string, Operation])[] {
  return Object.entries(operations).map(([name, apply]) => [
    name,
    { name, arity, apply },
  ]);
}
