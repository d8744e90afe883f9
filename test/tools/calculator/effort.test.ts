import * as fc from "fast-check";
import { Fraction } from "fraction.js";
import { expect, it } from "vitest";
import { CalculationError } from "../../../src/tools/calculator/calculation-error.ts";
import {
  evaluate,
  type Expression,
} from "../../../src/tools/calculator/expression.ts";
import { formatValue } from "../../../src/tools/calculator/calculate.ts";
import {
  countDigits,
  Effort,
  MAX_DIGITS,
} from "../../../src/tools/calculator/numbers/arithmetic.ts";
import { Reals } from "../../../src/tools/calculator/numbers/reals.ts";
import {
  isList,
  type Value,
} from "../../../src/tools/calculator/values/value.ts";
import { arbitraryTree } from "./arbitrary-tree.ts";

it("calculates or refuses any tree within its steps, and with values of bounded size", () => {
  fc.assert(
    fc.property(arbitraryTree, (tree) => {
      const effort = new Effort();
      const seen: Value[] = [];
      const reals = new Reals(34, effort);
      const text = textOf(reals, watch(tree, seen));
      expect(text.length).toBeLessThanOrEqual(4_000);
      // Whatever was calculated has been paid for.
      expect(seen.length).toBeLessThanOrEqual(Math.min(effort.steps, 18_000));
      for (const value of seen) {
        expect(digitsIn(value)).toBeLessThanOrEqual(2 * MAX_DIGITS + 4);
        expect(countValues(value)).toBeLessThanOrEqual(2_000);
      }
    }),
    { numRuns: 3_000 },
  );
});

function textOf(reals: Reals, expression: Expression): string {
  try {
    return formatValue(reals, evaluate(reals, [{ expression }]));
  } catch (error) {
    expect(error).toBeInstanceOf(CalculationError);
    return String(error);
  }
}

/** The same tree, whose operations note what comes of them. */
function watch(tree: Expression, seen: Value[]): Expression {
  const watchPart = (part: Expression) => watch(part, seen);
  switch (tree.kind) {
    case "operation": {
      const { apply, ...operation } = tree.operation;
      return {
        kind: "operation",
        operands: tree.operands.map(watchPart),
        operation: {
          ...operation,
          apply(...values) {
            const value = apply(...values);
            seen.push(value);
            return value;
          },
        },
      };
    }
    case "list":
      return { kind: "list", items: tree.items.map(watchPart) };
    case "choice":
      return {
        kind: "choice",
        condition: watchPart(tree.condition),
        whenTrue: watchPart(tree.whenTrue),
        whenFalse: watchPart(tree.whenFalse),
      };
    case "value":
    case "variable":
      return tree;
  }
}

/** Of the longest number in it. */
function digitsIn(value: Value): number {
  if (isList(value)) return Math.max(0, ...value.map(digitsIn));
  return value instanceof Fraction
    ? countDigits(value.n) + countDigits(value.d)
    : 0;
}

function countValues(value: Value): number {
  return isList(value)
    ? value.reduce<number>((sum, item) => sum + countValues(item), 1)
    : 1;
}
