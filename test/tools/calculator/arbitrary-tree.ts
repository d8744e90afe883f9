import { Fraction } from "fraction.js";
import * as fc from "fast-check";
import type { Expression } from "../../../src/tools/calculator/expression.ts";
import { Quantity } from "../../../src/tools/calculator/units/quantity.ts";
import { findUnit } from "../../../src/tools/calculator/units/units.ts";
import { findFunction } from "../../../src/tools/calculator/values/functions.ts";
import { OPERATORS } from "../../../src/tools/calculator/values/operators.ts";
import type {
  Operation,
  Value,
} from "../../../src/tools/calculator/values/value.ts";

const FUNCTIONS =
  "abs sqrt cbrt isqrt factorial isprime gamma exp ln log log2 log10 log1p sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh degrees radians floor ceil round root mod combinations permutations pow gcd lcm sum product mean median mode stdev variance hypot multinomial range sorted cumsum det inv transpose norm identity dot cross solve hex"
    .split(" ")
    .map(findFunction)
    .filter((operation) => operation !== undefined);

const operations: fc.Arbitrary<Operation> = fc.constantFrom(
  ...OPERATORS.values(),
  ...FUNCTIONS,
);

const power = (exponent: number) => new Fraction(10n ** BigInt(exponent));

/** Small ones to get far, and large, long and tiny ones to do harm. */
const values: fc.Arbitrary<Value> = fc.oneof(
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

/** Trees of everything that can be calculated, in any combination. */
export const arbitraryTree: fc.Arbitrary<Expression> = fc.letrec<{
  tree: Expression;
}>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    {
      weight: 1,
      arbitrary: values.map((value): Expression => ({ kind: "value", value })),
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
