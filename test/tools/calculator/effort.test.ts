import * as fc from "fast-check";
import { Fraction } from "fraction.js";
import { expect, it } from "vitest";
import { arbitraryTree } from "../../../bench/attacks/arbitrary-tree.ts";
import { CalculationError } from "../../../src/tools/calculator/calculation-error.ts";
import { MAX_DIGITS } from "../../../src/tools/calculator/engine/certainty.ts";
import { work } from "../../../src/tools/calculator/engine/effort.ts";
import {
  begin,
  countDigits,
} from "../../../src/tools/calculator/engine/numbers.ts";
import {
  countValues,
  isList,
  type Value,
} from "../../../src/tools/calculator/engine/values.ts";
import {
  evaluate,
  type Expression,
} from "../../../src/tools/calculator/expression.ts";
import { formatValue } from "../../../src/tools/calculator/format-value.ts";
import { runs } from "../../property-runs.ts";

it("calculates or rejects any tree within its budget, and with values of bounded size", () => {
  fc.assert(
    fc.property(arbitraryTree, (tree) => {
      begin();
      const seen: Value[] = [];
      expect(textOf(watch(tree, seen)).length).toBeLessThanOrEqual(4_000);
      // Every computed value was paid for.
      expect(seen.length).toBeLessThanOrEqual(Math.min(work.steps, 18_000));
      for (const value of seen) {
        expect(digitsIn(value)).toBeLessThanOrEqual(2 * MAX_DIGITS + 4);
        expect(countValues(value)).toBeLessThanOrEqual(2_000);
      }
    }),
    { numRuns: runs(300) },
  );
});

function textOf(expression: Expression): string {
  try {
    return formatValue(evaluate([{ expression }]));
  } catch (error) {
    expect(error).toBeInstanceOf(CalculationError);
    return String(error);
  }
}

/** Returns the tree with operations that record their results. */
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
    case "comprehension":
    case "value":
    case "variable":
      return tree;
  }
}

/** The length of the longest number in a value. */
function digitsIn(value: Value): number {
  if (isList(value)) return Math.max(0, ...value.map(digitsIn));
  return value instanceof Fraction
    ? countDigits(value.n) + countDigits(value.d)
    : 0;
}
