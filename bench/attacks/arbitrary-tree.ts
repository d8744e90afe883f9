import * as fc from "fast-check";
import { Fraction } from "fraction.js";
import { FUNCTIONS } from "../../src/tools/calculator/engine/functions.ts";
import { OPERATORS } from "../../src/tools/calculator/engine/operators.ts";
import {
  findUnit,
  withAmount,
} from "../../src/tools/calculator/engine/units.ts";
import type {
  Operation,
  Value,
} from "../../src/tools/calculator/engine/values.ts";
import type { Expression } from "../../src/tools/calculator/expression.ts";

const operations: fc.Arbitrary<Operation> = fc.constantFrom(
  ...OPERATORS.values(),
  ...FUNCTIONS.values(),
);

const power = (exponent: number) => new Fraction(10n ** BigInt(exponent));
const longInteger = (digits: bigint) =>
  fc.bigInt({ min: 1n, max: 10n ** digits });

const UNITS = ["km", "h", "degC", "deg", "MB"].flatMap((name) => {
  const unit = findUnit(name);
  return unit === undefined ? [] : [withAmount(unit, new Fraction(3n))];
});

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
  longInteger(3_000n).map((number) => new Fraction(number)),
  fc
    .tuple(longInteger(400n), longInteger(400n))
    .map(([above, below]) => new Fraction(above, below)),
  fc.constantFrom(...UNITS),
  fc.boolean(),
);

/** Syntax trees of arbitrary operations. */
export const arbitraryTree: fc.Arbitrary<Expression> = fc.letrec<{
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
