import type { Operation } from "../operations/operation.ts";
import type { Value } from "../values/value.ts";

/** What can be calculated: what is not in here cannot be. */
export type Expression =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "variable"; readonly name: string }
  | {
      readonly kind: "operation";
      readonly operation: Operation;
      readonly operands: readonly Expression[];
    }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | {
      readonly kind: "choice";
      readonly condition: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    };

/** An expression, and the variable that its value is given to. */
export interface Statement {
  readonly name?: string | undefined;
  readonly expression: Expression;
}
