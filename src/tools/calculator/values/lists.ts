import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { ONE, ZERO } from "../numbers/arithmetic.ts";
import {
  greatestCommonDivisor,
  leastCommonMultiple,
  multinomial,
} from "../numbers/integers.ts";
import type { Reals } from "../numbers/reals.ts";
import { transposeMatrix } from "./matrices.ts";
import { add, compare, multiplyElements, subtract } from "./operators.ts";
import {
  define,
  isList,
  isMatrix,
  ofIntegers,
  refuseLongList,
  splitOption,
  toInteger,
  toList,
  type Apply,
  type List,
  type Operations,
  type Value,
} from "./value.ts";

/** Take values or lists of them: sum(1, 2, 3), sum([1, 2, 3]). */
export const LIST_FUNCTIONS: Operations = [
  ...define([1, Infinity], {
    sum: ofAll(sum),
    add: ofAll(sum),
    product: ofAll(product),
    multiply: ofAll(product),
    min: ofAll((reals, values) => sort(reals, values)[0] ?? ZERO),
    max: ofAll((reals, values) => sort(reals, values).at(-1) ?? ZERO),
    count: ofAll((_, values) => count(values)),
    sorted: (reals, ...values) => {
      const { option = "", rest } = splitOption(values);
      const hasOrder = /^(?:asc|desc)$/.test(option);
      const sorted = sort(reals, toValues(hasOrder ? rest : values));
      return option === "desc" ? sorted.toReversed() : sorted;
    },
    gcd: ofAllIntegers((reals, ...values) =>
      values.reduce((one, other) => greatestCommonDivisor(reals, one, other)),
    ),
    lcm: ofAllIntegers((reals, ...values) =>
      values.reduce((one, other) => leastCommonMultiple(reals, one, other)),
    ),
    multinomial: ofAllIntegers(multinomial),
    cumsum: (reals, ...values) => {
      const [matrix, dimension = ONE] = values;
      if (matrix === undefined || !isMatrix(matrix) || values.length > 2)
        return runningTotals(reals, toValues(values));
      const isAcross = isAcrossRows(dimension);
      const totals = slice(matrix, isAcross).map((part) =>
        runningTotals(reals, part),
      );
      return isAcross ? totals : transposeMatrix(totals);
    },
  }),
  ...define([1, 1], {
    len: (_, value) => count(isList(value) ? value : [value]),
    size: (_, value) => shapeOf(value),
    flatten: (_, value) => flatten(value),
  }),
  ...define([1, 2], {
    diff: (reals, value, dimension = ONE) =>
      isMatrix(value) && isAcrossRows(dimension)
        ? value.map((row) => differences(reals, toList(row)))
        : differences(reals, toList(value)),
  }),
  ...define([1, 3], { range }),
];

/**
 * Also takes a matrix and a dimension, as in mathjs: max([2, 5; 4, 3], 1) is
 * the maximum of each column, with 2 of each row.
 */
export function ofAll(apply: (reals: Reals, values: List) => Value): Apply {
  const applyToAll: Apply = (reals, ...values) => {
    const [matrix, dimension] = values;
    const isSliced =
      matrix !== undefined &&
      isMatrix(matrix) &&
      dimension !== undefined &&
      !isList(dimension);
    if (isSliced && values.length === 2)
      return slice(matrix, isAcrossRows(dimension)).map((part) =>
        applyToAll(reals, part),
      );
    return apply(reals, toValues(values));
  };
  return applyToAll;
}

/**
 * Flattens all lists. Throws `CalculationError` for max([1, 2], 3), where 3 may
 * be a dimension.
 */
export function toValues(values: List): List {
  const lists = values.filter(isList).length;
  if (lists > 0 && lists < values.length)
    throw new CalculationError(
      "a list and a number next to each other are unclear. Write all values in one list, e.g. max([1, 2, 3]).",
    );
  const all = values.flatMap(flatten);
  if (all.length > 0) return all;
  throw new CalculationError("the list is empty.");
}

/** Dimension 1 runs down the columns, 2 along the rows. */
function isAcrossRows(dimension: Value): boolean {
  const number = toInteger(dimension);
  if (number === 1n || number === 2n) return number === 2n;
  throw new CalculationError(
    "the dimensions of a matrix are 1 (down its columns) and 2 (along its rows).",
  );
}

function slice(matrix: List, isAcross: boolean): readonly List[] {
  return (isAcross ? matrix : transposeMatrix(matrix)).map(toList);
}

function ofAllIntegers(
  apply: (reals: Reals, ...values: bigint[]) => bigint,
): Apply {
  return ofAll((reals, values) => ofIntegers(apply)(reals, ...values));
}

function flatten(value: Value): List {
  return isList(value) ? value.flatMap(flatten) : [value];
}

export function sum(reals: Reals, values: List): Value {
  return values.reduce((one, other) => add(reals, one, other));
}

export function product(reals: Reals, values: List): Value {
  return values.reduce((one, other) => multiplyElements(reals, one, other));
}

export function count(values: List): Fraction {
  return new Fraction(BigInt(values.length));
}

export function sort(reals: Reals, values: List): List {
  return values.toSorted((one, other) => compare(reals, one, other));
}

function runningTotals(reals: Reals, values: List): List {
  let total: Value | undefined;
  return values.map((value) => {
    total = total === undefined ? value : add(reals, total, value);
    return total;
  });
}

function differences(reals: Reals, values: List): List {
  return values
    .slice(1)
    .map((value, index) => subtract(reals, value, values[index] ?? ZERO));
}

/** `[2, 3]` for a matrix of two rows and three columns. */
function shapeOf(value: Value): List {
  if (!isList(value)) return [];
  const [first = ZERO] = value;
  return [count(value), ...shapeOf(first)];
}

/** Excludes the end, as in Python: range(5), range(1, 6), range(0, 10, 2). */
function range(reals: Reals, ...bounds: Value[]): List {
  const [first = 0n, second, step = 1n] = bounds.map(toInteger);
  const [start, end] = second === undefined ? [0n, first] : [first, second];
  if (step === 0n)
    throw new CalculationError("range needs a step other than 0.");
  const steps = (end - start + step - (step > 0n ? 1n : -1n)) / step;
  refuseLongList(steps);
  const length = Math.max(0, Number(steps));
  reals.spend(length);
  return Array.from(
    { length },
    (_, index) => new Fraction(start + BigInt(index) * step),
  );
}
