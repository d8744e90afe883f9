import * as fc from "fast-check";
import { Fraction } from "fraction.js";
import { expect, it } from "vitest";
import { formatValue } from "../../../src/tools/calculator/calculate.ts";
import { CalculationError } from "../../../src/tools/calculator/calculation-error.ts";
import {
  evaluate,
  type Expression,
} from "../../../src/tools/calculator/expression.ts";
import {
  countDigits,
  MAX_DIGITS,
} from "../../../src/tools/calculator/numbers/arithmetic.ts";
import { Effort } from "../../../src/tools/calculator/numbers/effort.ts";
import { Reals } from "../../../src/tools/calculator/numbers/reals.ts";
import { Quantity } from "../../../src/tools/calculator/units/quantity.ts";
import { findUnit } from "../../../src/tools/calculator/units/units.ts";
import { FUNCTIONS } from "../../../src/tools/calculator/values/functions.ts";
import { OPERATORS } from "../../../src/tools/calculator/values/operators.ts";
import {
  isList,
  type Operation,
  type Value,
} from "../../../src/tools/calculator/values/value.ts";

const operations: fc.Arbitrary<Operation> = fc.constantFrom(
  ...OPERATORS.values(),
  ...FUNCTIONS.values(),
);

const power = (exponent: number) => new Fraction(10n ** BigInt(exponent));

/**
 * Small values, which get far, and large, long and tiny ones, which do harm.
 */
const anyValue: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: -9, max: 60 }).map((number) => new Fraction(number)),
  fc
    .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 1, max: 99 }))
    .map(([above, below]) => new Fraction(above, below)),
  fc.integer({ min: 3, max: 3_899 }).map(power),
  fc.integer({ min: 3, max: 900 }).map((places) => power(places).inverse()),
  fc
    .bigInt({ min: 1n, max: 10n ** 3_000n })
    .map((number) => new Fraction(number)),
  fc
    .tuple(
      fc.bigInt({ min: 1n, max: 10n ** 400n }),
      fc.bigInt({ min: 1n, max: 10n ** 400n }),
    )
    .map(([above, below]) => new Fraction(above, below)),
  fc
    .constantFrom("km", "h", "degC", "deg", "MB")
    .map((unit) => new Quantity(new Fraction(3), findUnit(unit) ?? [])),
  fc.boolean(),
);

/** Syntax trees of arbitrary operations. */
const arbitraryTree: fc.Arbitrary<Expression> = fc.letrec<{
  tree: Expression;
}>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    {
      weight: 1,
      arbitrary: anyValue.map((value): Expression => ({
        kind: "value",
        value,
      })),
    },
    {
      weight: 4,
      arbitrary: operations.chain((operation) =>
        fc
          .array(tie("tree"), {
            minLength: operation.arity[0],
            maxLength: Math.min(operation.arity[1], 4),
          })
          .map((operands): Expression => ({
            kind: "operation",
            operation,
            operands,
          })),
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(tie("tree"), { maxLength: 4 })
        .map((items): Expression => ({ kind: "list", items })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie("tree"), tie("tree"), tie("tree"))
        .map(([condition, whenTrue, whenFalse]): Expression => ({
          kind: "choice",
          condition,
          whenTrue,
          whenFalse,
        })),
    },
  ),
})).tree;

it("calculates or rejects any tree within its budget, and with values of bounded size", () => {
  fc.assert(
    fc.property(arbitraryTree, (tree) => {
      const effort = new Effort();
      const seen: Value[] = [];
      const reals = new Reals(34, effort);
      const text = textOf(reals, watch(tree, seen));
      expect(text.length).toBeLessThanOrEqual(4_000);
      // Every computed value was paid for.
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

function countValues(value: Value): number {
  return isList(value)
    ? value.reduce<number>((sum, item) => sum + countValues(item), 1)
    : 1;
}
