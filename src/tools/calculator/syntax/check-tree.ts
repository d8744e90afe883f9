import {
  type FunctionNode,
  isArrayNode,
  isConditionalNode,
  isFunctionNode,
  isOperatorNode,
  isParenthesisNode,
  isRangeNode,
  isRelationalNode,
  isSymbolNode,
  type MathNode,
} from "mathjs/number";
import { CalculationError } from "../calculation-error.ts";
import { ONE } from "../numbers/real.ts";
import { OPERATORS } from "../operations/operators.ts";
import type { Token } from "../reading/token.ts";
import { Quantity } from "../units/quantity.ts";
import type { Expression } from "./expression.ts";
import { tokenIndexOf } from "./parse-tokens.ts";

/** The tokens that the symbols of a tree stand for. */
type Tokens = readonly Token[];

/**
 * Allows what an `Expression` can hold and throws `CalculationError` for anything else, before anything is calculated.
 * Percentages get their meaning here: `200 + 15%` is 200 * (1 + 15%).
 */
export function checkTree(node: MathNode, tokens: Tokens): Expression {
  if (isParenthesisNode(node)) return checkTree(node.content, tokens);
  if (isSymbolNode(node)) return checkSymbol(tokenOf(node, tokens));
  if (isFunctionNode(node)) return checkCall(node, tokens);
  if (isOperatorNode(node)) return checkOperator(node, tokens);
  const check = (part: MathNode) => checkTree(part, tokens);
  if (isArrayNode(node)) return { kind: "list", items: node.items.map(check) };
  if (isConditionalNode(node))
    return {
      kind: "choice",
      condition: check(node.condition),
      whenTrue: check(node.trueExpr),
      whenFalse: check(node.falseExpr),
    };
  throw new CalculationError(describeUnsupported(node));
}

function describeUnsupported(node: MathNode): string {
  if (isRangeNode(node))
    return 'unexpected ":". For the numbers from 1 to 10 write range(1, 11).';
  return isRelationalNode(node)
    ? "compare two values at a time, e.g. 1 < 2 and 2 < 3."
    : "this kind of expression is not supported. Write numbers, operators and functions, e.g. (2 + 3) * 4.";
}

function checkSymbol(token: Token | undefined): Expression {
  if (token?.kind === "number") return { kind: "value", value: token.value };
  if (token?.kind === "variable") return { kind: "variable", name: token.name };
  if (token?.kind === "unit")
    return { kind: "value", value: new Quantity(ONE, token.terms) };
  if (token?.kind === "constant")
    return { kind: "operation", operation: token.operation, operands: [] };
  throw new CalculationError(
    "a number is missing. Write an expression such as (2 + 3) * 4.",
  );
}

function checkCall({ fn, args }: FunctionNode, tokens: Tokens): Expression {
  const token = isSymbolNode(fn) ? tokenOf(fn, tokens) : undefined;
  if (token?.kind !== "function")
    throw new CalculationError("this is no function. To multiply, write *.");
  const { operation } = token;
  const [least, most] = operation.arity;
  if (args.length < least || args.length > most)
    throw new CalculationError(
      `${operation.name} takes ${describeArity(least, most)}, not ${args.length}. Write numbers in it without separators of thousands.`,
    );
  const operands = args.map((value) => checkTree(value, tokens));
  return { kind: "operation", operation, operands };
}

function describeArity(least: number, most: number): string {
  if (most === Infinity) return `${least} or more values`;
  return `${least === most ? least : `${least} to ${most}`} value${most === 1 ? "" : "s"}`;
}

/** The part of mathjs's `OperatorNode` that is needed, with names that are compared as texts. */
interface OperatorNode {
  readonly fn: string;
  readonly args: readonly MathNode[];
  readonly implicit: boolean;
}

const SUMS: readonly string[] = ["add", "subtract"];

function checkOperator(
  { fn, args, implicit }: OperatorNode,
  tokens: Tokens,
): Expression {
  const [left, right] = args;
  if (left === undefined) return operate(fn, []);
  const first = checkTree(left, tokens);
  if (right === undefined) return operateOnOne(fn, first, left);
  if (implicit && isPercentSign(right, tokens))
    return operate("percent", [first]);
  const second = checkTree(right, tokens);
  if (implicit) return operate("measure", [first, second]);
  if (fn === "mod" && isPower(first))
    return operate("remainderOfPower", [...first.operands, second]);
  const isShare = isPercentage(right, tokens) && !isPercentage(left, tokens);
  return SUMS.includes(fn) && isShare
    ? operate("multiply", [
        first,
        operate(fn, [{ kind: "value", value: ONE }, second]),
      ])
    : operate(fn, [first, second]);
}

/** Not `pow(2, 10, 7)`, which is a remainder already. */
function isPower(
  expression: Expression,
): expression is Expression & { kind: "operation" } {
  return (
    expression.kind === "operation" &&
    expression.operation.name === "pow" &&
    expression.operands.length === 2
  );
}

/** 5!! is a double factorial to some, and the factorial of a factorial to others. */
function operateOnOne(
  fn: string,
  operand: Expression,
  node: MathNode,
): Expression {
  if (fn === "factorial" && isOperatorNode(node) && node.op === "!")
    throw new CalculationError("!! is unclear. Write (3!)! with brackets.");
  return operate(fn, [operand]);
}

function operate(name: string, operands: readonly Expression[]): Expression {
  const operation = OPERATORS.get(name);
  if (operation === undefined)
    throw new CalculationError(
      `the operator ${name} is not supported. Use + - * / ^ % and //.`,
    );
  return { kind: "operation", operation, operands };
}

/** `15%`, `-15%`, `(10% + 5%)`. */
function isPercentage(node: MathNode, tokens: Tokens): boolean {
  if (isParenthesisNode(node)) return isPercentage(node.content, tokens);
  if (!isOperatorNode(node)) return false;
  const { fn, args, implicit }: OperatorNode = node;
  if (implicit) return args[1] !== undefined && isPercentSign(args[1], tokens);
  return (
    /^(?:unary|add|subtract)/.test(fn) &&
    args.every((part) => isPercentage(part, tokens))
  );
}

function isPercentSign(node: MathNode, tokens: Tokens): boolean {
  return isSymbolNode(node) && tokenOf(node, tokens)?.kind === "percent";
}

function tokenOf(
  { name }: { readonly name: string },
  tokens: Tokens,
): Token | undefined {
  return tokens[tokenIndexOf(name)];
}
