import { CalculationError } from "./calculation-error.ts";
import type { Workspace } from "./numbers/workspace.ts";
import type { Expression, Statement } from "./syntax/expression.ts";
import { createList } from "./values/list-size.ts";
import { toBoolean, type Value } from "./values/value.ts";

type Variables = Map<string, Value>;

/** The value of the last statement. Throws `CalculationError` where there is none. */
export function evaluate(
  workspace: Workspace,
  statements: readonly Statement[],
): Value {
  const variables: Variables = new Map();
  let last: Value | undefined;
  for (const { name, expression } of statements) {
    last = valueOf(workspace, expression, variables);
    if (name !== undefined) variables.set(name, last);
  }
  if (last !== undefined) return last;
  throw new CalculationError(
    "there is no expression. Write one, e.g. (2 + 3) * 4.",
  );
}

function valueOf(
  workspace: Workspace,
  expression: Expression,
  variables: Variables,
): Value {
  const resolve = (part: Expression) => valueOf(workspace, part, variables);
  switch (expression.kind) {
    case "value":
      return expression.value;
    case "variable":
      return valueOfVariable(expression.name, variables);
    case "list":
      return createList(expression.items.map(resolve));
    case "choice":
      return resolve(
        toBoolean(resolve(expression.condition))
          ? expression.whenTrue
          : expression.whenFalse,
      );
    case "operation": {
      workspace.effort.spend(1);
      const operands = expression.operands.map(resolve);
      return expression.operation.apply(workspace, ...operands);
    }
  }
}

function valueOfVariable(name: string, variables: Variables): Value {
  const value = variables.get(name);
  if (value !== undefined) return value;
  throw new CalculationError(`the variable ${name} has no value yet.`);
}
