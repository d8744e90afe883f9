import { Fraction } from "fraction.js";
import { CalculationError } from "./calculation-error.ts";
import { spend } from "./engine/effort.ts";
import { OPERATORS } from "./engine/operators.ts";
import {
  createList,
  ONE,
  toBoolean,
  toList,
  type Operation,
  type Value,
} from "./engine/values.ts";

/** The syntax tree. */
export type Expression =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "variable"; readonly name: string }
  | Calculation
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | Comprehension
  | {
      readonly kind: "choice";
      readonly condition: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    };

interface Calculation {
  readonly kind: "operation";
  readonly operation: Operation;
  readonly operands: readonly Expression[];
}

/** The values of `body` for the items of a list, as in Python. */
interface Comprehension {
  readonly kind: "comprehension";
  readonly body: Expression;
  readonly name: string;
  readonly items: Expression;
  /** Leaves items out. */
  readonly condition?: Expression | undefined;
}

/** An expression, and the variable it is assigned to. */
export interface Statement {
  readonly name?: string | undefined;
  readonly expression: Expression;
}

export function literal(value: Value): Expression {
  return { kind: "value", value };
}

/** Throws `CalculationError` for a wrong number of operands. */
export function call(
  operation: Operation,
  operands: readonly Expression[],
): Expression {
  const [least, most] = operation.arity;
  const { length } = operands;
  if (length >= least && length <= most)
    return { kind: "operation", operation, operands };
  const range = least === most ? String(least) : `${least} to ${most}`;
  throw new CalculationError(
    `${operation.name} takes ${most === Infinity ? `${least} or more` : range} value${most === 1 ? "" : "s"}, not ${length}. ${length > most ? "Write numbers in it without thousands separators." : `Write ${operation.name}(…) with them.`}`,
  );
}

/**
 * Applies an operator of `OPERATORS`. Resolves percentages: `200 + 15%` is 200
 * * (1 + 15%).
 */
export function operate(
  sign: string,
  ...operands: readonly Expression[]
): Expression {
  const operation = OPERATORS.get(sign);
  const [left, right] = operands;
  if (operation === undefined || left === undefined)
    throw new CalculationError("this operator is not supported.");
  // 7^(10^9) mod 13, but not pow(2, 10, 7) mod 3, which is already a remainder.
  const isPower =
    left.kind === "operation" && /^(?:\^|pow)$/.test(left.operation.name);
  if (sign === "mod" && right && isPower && left.operands.length === 2)
    return operate("^ mod", ...left.operands, right);
  const isSum = sign === "+" || sign === "-";
  if (isSum && isPercentage(right) && !isPercentage(left) && !isFactor(left))
    return operate("*", left, call(operation, [literal(ONE), right]));
  return call(operation, operands);
}

/** `1`, `1 + 15%`: of 1, percentages add up instead of following each other. */
function isFactor(expression: Expression): boolean {
  if (expression.kind === "value")
    return expression.value instanceof Fraction && expression.value.equals(1);
  const [left, right] =
    expression.kind === "operation" && /^[+-]$/.test(expression.operation.name)
      ? expression.operands
      : [];
  return left !== undefined && isPercentage(right) && isFactor(left);
}

/** `15%`, `-15%`, `(10% + 5%)`. */
function isPercentage(
  expression: Expression | undefined,
): expression is Calculation {
  if (expression?.kind !== "operation") return false;
  const { operation, operands } = expression;
  const isSum = ["-x", "+x", "+", "-"].includes(operation.name);
  return operation.name === "x%" || (isSum && operands.every(isPercentage));
}

/**
 * Returns the value of the last statement. Throws `CalculationError` if there
 * is none.
 */
export function evaluate(statements: readonly Statement[]): Value {
  const variables = new Map<string, Value>();
  let last: Value | undefined;
  for (const { name, expression } of statements) {
    last = valueOf(expression, variables);
    if (name !== undefined) variables.set(name, last);
  }
  if (last !== undefined) return last;
  throw new CalculationError(
    "there is no expression. Write one, e.g. (2 + 3) * 4.",
  );
}

function valueOf(
  expression: Expression,
  variables: ReadonlyMap<string, Value>,
): Value {
  const resolve = (part: Expression) => valueOf(part, variables);
  switch (expression.kind) {
    case "value":
      return expression.value;
    case "variable":
      return variables.get(expression.name) ?? refuseVariable(expression.name);
    case "list":
      return createList(expression.items.map(resolve));
    case "choice":
      return resolve(
        toBoolean(resolve(expression.condition))
          ? expression.whenTrue
          : expression.whenFalse,
      );
    case "comprehension":
      return createList(
        toList(resolve(expression.items)).flatMap((item) => {
          const { body, name, condition } = expression;
          const inner = new Map(variables).set(name, item);
          spend(1);
          return condition === undefined || toBoolean(valueOf(condition, inner))
            ? [valueOf(body, inner)]
            : [];
        }),
      );
    case "operation": {
      spend(1);
      const operands = expression.operands.map(resolve);
      return expression.operation.apply(...operands);
    }
  }
}

function refuseVariable(name: string): never {
  throw new CalculationError(`the variable ${name} has no value yet.`);
}
