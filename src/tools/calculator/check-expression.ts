import {
  type FunctionNode,
  isConstantNode,
  isFunctionNode,
  isOperatorNode,
  isParenthesisNode,
  isSymbolNode,
  type MathNode,
} from "mathjs/number";
import { CalculationError } from "./calculation-error.ts";
import { findConstant, findFunction } from "./find-name.ts";
import { type Operation, OPERATORS } from "./operations.ts";

/** What a tree is once it is allowed: numbers, and operations on them. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | {
      readonly kind: "operation";
      readonly operation: Operation;
      readonly operands: readonly Expression[];
    };

const MAX_NODES = 300;

/**
 * Allows numbers, the operators and functions of `operations.ts`, named numbers and brackets; throws `CalculationError`
 * for anything else, before anything is calculated. Percentages get their meaning here: `200 + 15%` is 200 * (1 + 15%).
 */
export function checkExpression(tree: MathNode): Expression {
  let nodes = 0;
  tree.traverse(() => void nodes++);
  if (nodes > MAX_NODES)
    throw new CalculationError(
      `the expression has too many parts (${nodes}; at most ${MAX_NODES}). Calculate it in parts.`,
    );
  return allow(tree);
}

function allow(node: MathNode): Expression {
  if (isParenthesisNode(node)) return allow(node.content);
  if (isConstantNode(node)) return allowNumber(node.value);
  if (isSymbolNode(node)) return allowName(node.name);
  if (isFunctionNode(node)) return allowCall(node);
  if (isOperatorNode(node)) return allowOperator(node);
  throw new CalculationError(
    `this kind of expression (${node.type}) is not supported. Write numbers, operators and functions, e.g. (2 + 3) * 4.`,
  );
}

/** mathjs also has constants such as `null`, `true` and texts. */
function allowNumber(value: unknown): Expression {
  if (typeof value !== "number" || !Number.isFinite(value))
    throw new CalculationError(`${String(value)} is no number.`);
  return { kind: "number", value };
}

function allowName(name: string): Expression {
  const value = findConstant(name);
  if (value !== undefined) return { kind: "number", value };
  throw new CalculationError(
    findFunction(name) === undefined
      ? `${name} is no number. Put numbers in place of names.`
      : `the function ${name} needs its values in brackets: ${name}(2).`,
  );
}

function allowCall({ fn, args }: FunctionNode): Expression {
  const name = isSymbolNode(fn) ? fn.name : "this";
  const operation = findFunction(name);
  if (operation === undefined)
    throw new CalculationError(
      `${name} is no function here. To multiply, write *.`,
    );
  const [least, most] = operation.arity;
  if (args.length < least || args.length > most)
    throw new CalculationError(
      `${name} takes ${describeArity(least, most)}, not ${args.length}. Write numbers in it without separators of thousands.`,
    );
  return { kind: "operation", operation, operands: args.map(allow) };
}

function describeArity(least: number, most: number): string {
  if (most === Infinity) return `${least} or more values`;
  return `${least === most ? least : `${least} or ${most}`} value${most === 1 ? "" : "s"}`;
}

/** As mathjs calls operators; `ctranspose` is how `writeForParser` writes a percentage. */
const PERCENTAGE = "ctranspose";
const SUMS: readonly string[] = ["add", "subtract"];
const DIVISIONS: readonly string[] = ["divide", "mod", "dotDivide"];

/** The part of mathjs's `OperatorNode` that is needed, with names that are compared as texts. */
interface OperatorNode {
  readonly fn: string;
  readonly args: readonly MathNode[];
  readonly implicit: boolean;
}

function allowOperator(node: OperatorNode): Expression {
  const { fn, args } = node;
  const [left, right] = args;
  if (left === undefined) return operate(fn, []);
  refuseUnclearOrder(node, left, right);
  if (fn === PERCENTAGE) return operate("divide", [allow(left), HUNDRED]);
  if (right === undefined) return operate(fn, [allow(left)]);
  return SUMS.includes(fn) && isPercentage(right) && !isPercentage(left)
    ? operate("multiply", [allow(left), operate(fn, [ONE, allow(right)])])
    : operate(fn, [allow(left), allow(right)]);
}

const ONE: Expression = { kind: "number", value: 1 };
const HUNDRED: Expression = { kind: "number", value: 100 };

function operate(name: string, operands: readonly Expression[]): Expression {
  const operation = OPERATORS.get(name);
  if (operation === undefined)
    throw new CalculationError(
      `the operator ${name} is not supported. Use + - * / ^ % and //.`,
    );
  return { kind: "operation", operation, operands };
}

/** `15%`, `-15%`, `(10% + 5%)`. */
function isPercentage(node: MathNode): boolean {
  if (isParenthesisNode(node)) return isPercentage(node.content);
  const { fn, args } = operatorOf(node);
  if (fn === PERCENTAGE) return true;
  return /^(?:unary|add|subtract)/.test(fn) && args.every(isPercentage);
}

/** Readers disagree on 8/2(2+2), 1/2pi and 5!!. */
function refuseUnclearOrder(
  { fn, implicit }: OperatorNode,
  left: MathNode,
  right: MathNode | undefined,
): void {
  if (
    (implicit && DIVISIONS.includes(operatorOf(left).fn)) ||
    (DIVISIONS.includes(fn) &&
      right !== undefined &&
      operatorOf(right).implicit)
  )
    throw new CalculationError(
      "what is divided by what is unclear. Write every * and put brackets around the divisor, e.g. 1 / (2 * pi).",
    );
  if (fn === "factorial" && operatorOf(left).fn === "factorial")
    throw new CalculationError("!! is unclear. Write (3!)! with brackets.");
}

function operatorOf(node: MathNode): OperatorNode {
  return isOperatorNode(node) ? node : { fn: "", args: [], implicit: false };
}
