import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  add,
  compare,
  divide,
  multiply,
  power,
  subtract,
} from "./arithmetic.ts";
import { ZERO } from "./certainty.ts";
import { spend } from "./effort.ts";
import {
  greatestCommonDivisor,
  leastCommonMultiple,
  multinomial,
} from "./integers.ts";
import { multiplyAny, rootOfSquares, transpose } from "./matrices.ts";
import { quantiles, toShare } from "./quantiles.ts";
import {
  callMathjs,
  define,
  elementwise,
  flatten,
  HALF,
  isList,
  isMatrix,
  ofIntegers,
  ONE,
  refuseLongList,
  toInteger,
  toList,
  toScalar,
  type Apply,
  type List,
  type Operations,
  type Value,
} from "./values.ts";

/** Take values or lists of them: sum(1, 2, 3), sum([1, 2, 3]). */
export const LIST_FUNCTIONS: Operations = [
  ...define([1, Infinity], {
    sum: ofMathjs("sum"),
    product: ofMathjs("prod"),
    mean: ofMathjs("mean"),
    min: ofAll((values) => sort(values)[0] ?? ZERO),
    max: ofAll((values) => sort(values).at(-1) ?? ZERO),
    count: ofAll(count),
    median: ofAll(median),
    mode: ofAll(mode),
    harmonicmean: ofAll((values) => {
      const inverses = values.map((value) => divide(ONE, value));
      return divide(count(values), callMathjs("sum", inverses));
    }),
    geometricmean: ofAll((values) =>
      power(callMathjs("prod", values), divide(ONE, count(values))),
    ),
    variance: ofDeviations("unbiased", (spread) => spread),
    pvariance: ofDeviations("uncorrected", (spread) => spread),
    stdev: ofDeviations("unbiased", rootOf),
    pstdev: ofDeviations("uncorrected", rootOf),
    mad: ofAll((values) => {
      const centre = median(values);
      return median(
        values.map(
          (value) =>
            sort([subtract(value, centre), subtract(centre, value)])[1] ?? ZERO,
        ),
      );
    }),
    hypot: ofAll(rootOfSquares),
    sorted: (...values) => {
      const order = values.at(-1);
      const isOrdered = order === "asc" || order === "desc";
      const sorted = sort(toValues(isOrdered ? values.slice(0, -1) : values));
      return order === "desc" ? sorted.toReversed() : sorted;
    },
    gcd: ofAllIntegers((...values) => values.reduce(greatestCommonDivisor)),
    lcm: ofAllIntegers((...values) => values.reduce(leastCommonMultiple)),
    multinomial: ofAllIntegers(multinomial),
    cumsum: (...values) => {
      const [matrix, dimension = ONE] = values;
      return isMatrix(matrix) && values.length <= 2
        ? slice(matrix, dimension, (part) => callMathjs("cumsum", part))
        : callMathjs("cumsum", toValues(values));
    },
  }),
  ...define([2, Infinity], {
    add: (first, ...others) =>
      others.reduce((sum, value) => add(sum, value), first),
    multiply: (first, ...others) =>
      others.reduce((product, value) => multiplyAny(product, value), first),
  }),
  ...define([1, 1], {
    len: (value) => count(isList(value) ? value : [value]),
    size: shapeOf,
    flatten,
  }),
  ...define([1, 2], {
    diff: (value, dimension = ONE) =>
      isMatrix(value)
        ? slice(value, dimension, differences)
        : differences(toList(value)),
  }),
  ...define([1, 3], { range }),
  ...define([2, 2], {
    corr: correlation,
    distance: (left, right) => rootOfSquares(toValues([subtract(left, right)])),
  }),
  ...define([2, 3], {
    percentile: (values, share) =>
      quantiles(sort(toValues([values])), toShare(share)),
    quantileseq: (values, share) => quantiles(sort(toValues([values])), share),
  }),
];

/**
 * Also takes a matrix and a dimension, as in mathjs: max([2, 5; 4, 3], 1) is
 * the maximum of each column, with 2 of each row.
 */
function ofAll(apply: (values: List) => Value): Apply {
  return (...values) => {
    const [matrix, dimension] = values;
    if (
      values.length === 2 &&
      isMatrix(matrix) &&
      dimension !== undefined &&
      !isList(dimension)
    )
      return cut(matrix, dimension).map((part) => apply(toValues([part])));
    return apply(toValues(values));
  };
}

function ofMathjs(name: string): Apply {
  return ofAll((values) => callMathjs(name, values));
}

function ofAllIntegers(apply: (...values: bigint[]) => bigint): Apply {
  return ofAll((values) => ofIntegers(apply)(...values));
}

/** The parts of a matrix: dimension 1 runs down its columns, 2 along its rows. */
function cut(matrix: readonly List[], dimension: Value): readonly List[] {
  const number = toInteger(dimension);
  if (number === 2n) return matrix;
  if (number === 1n) return toList(transpose(matrix)).map(toList);
  throw new CalculationError(
    "the dimensions of a matrix are 1 (down its columns) and 2 (along its rows).",
  );
}

function slice(
  matrix: readonly List[],
  dimension: Value,
  apply: (part: List) => Value,
): Value {
  const parts = cut(matrix, dimension).map(apply);
  return toInteger(dimension) === 1n ? transpose(parts) : parts;
}

/**
 * Flattens all lists. Throws `CalculationError` for max([1, 2], 3), where 3 may
 * be a dimension.
 */
function toValues(values: List): List {
  const lists = values.filter(isList).length;
  if (lists > 0 && lists < values.length)
    throw new CalculationError(
      "a list and a number next to each other are unclear. Write all values in one list, e.g. max([1, 2, 3]).",
    );
  const all = values.flatMap(flatten).map(toScalar);
  spend(all.length);
  if (all.length > 0) return all;
  throw new CalculationError("the list is empty.");
}

function count(values: List): Fraction {
  return new Fraction(BigInt(values.length));
}

function sort(values: List): List {
  return values.toSorted(compare);
}

function differences(values: List): List {
  return values
    .slice(1)
    .map((value, index) => subtract(value, values[index] ?? ZERO));
}

function median(values: List): Value {
  const { length } = values;
  const middle = sort(values).slice(
    Math.ceil(length / 2) - 1,
    Math.floor(length / 2) + 1,
  );
  return callMathjs("mean", middle);
}

/** The most frequent value; a list of all of them if several tie. */
function mode(values: List): Value {
  const runs: [Value, ...Value[]][] = [];
  for (const value of sort(values)) {
    const last = runs.at(-1);
    if (last !== undefined && compare(last[0], value) === 0) last.push(value);
    else runs.push([value]);
  }
  const longest = Math.max(...runs.map(({ length }) => length));
  const modes = runs
    .filter(({ length }) => length === longest)
    .map(([value]) => value);
  return modes.length === 1 && modes[0] !== undefined ? modes[0] : modes;
}

/**
 * Variance or deviation; an option at the end overrides the usual kind:
 * `std([2, 4], "uncorrected")`.
 */
function ofDeviations(usual: string, finish: Apply): Apply {
  return (...values) => {
    const last = values.at(-1);
    const [option, rest] =
      typeof last === "string" ? [last, values.slice(0, -1)] : [usual, values];
    if (!/^(?:unbiased|uncorrected|biased)$/.test(option))
      throw new CalculationError(
        'the deviation is "unbiased" (of a sample), "uncorrected" (of a population) or "biased".',
      );
    const spread = ofAll((all) => {
      if (all.length === 1 && option === "unbiased")
        throw new CalculationError(
          "a sample of one value has no deviation. Write pstdev or pvariance for a whole population.",
        );
      return callMathjs("variance", all, option);
    });
    return finish(spread(...rest));
  };
}

function rootOf(spread: Value): Value {
  return elementwise(power)(spread, HALF);
}

/** Pearson's correlation; of two matrices, row by row. */
function correlation(left: Value, right: Value): Value {
  if (isMatrix(left) && isMatrix(right) && left.length === right.length)
    return left.map((row, index) => correlation(row, right[index] ?? []));
  const [one, other] = [deviations(left), deviations(right)];
  const products = callMathjs("sum", multiply(one, other));
  return divide(products, multiply(rootOfSquares(one), rootOfSquares(other)));
}

function deviations(list: Value): List {
  const values = toValues([list]);
  const centre = callMathjs("mean", values);
  return values.map((value) => subtract(value, centre));
}

/** `[2, 3]` for a matrix of two rows and three columns. */
function shapeOf(value: Value): List {
  return isList(value) ? [count(value), ...shapeOf(value[0] ?? ZERO)] : [];
}

/** Excludes the end, as in Python: range(5), range(1, 6), range(0, 10, 2). */
function range(...bounds: Value[]): List {
  const [first = 0n, second, step = 1n] = bounds.map(toInteger);
  const [start, end] = second === undefined ? [0n, first] : [first, second];
  if (step === 0n)
    throw new CalculationError("range needs a step other than 0.");
  const steps = (end - start + step - (step > 0n ? 1n : -1n)) / step;
  refuseLongList(steps);
  const length = Math.max(0, Number(steps));
  spend(length);
  return Array.from(
    { length },
    (_, index) => new Fraction(start + BigInt(index) * step),
  );
}
