import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  HALF,
  isInteger,
  isNegative,
  isZero,
  ONE,
  ZERO,
} from "../numbers/arithmetic.ts";
import type { Reals } from "../numbers/reals.ts";
import { count, ofAll, product, sort, sum, toValues } from "./lists.ts";
import {
  add,
  compare,
  divide,
  multiplyElements,
  power,
  subtract,
} from "./operators.ts";
import {
  createList,
  define,
  elementwise,
  isList,
  isMatrix,
  refuseLongList,
  splitOption,
  toList,
  toReal,
  type Apply,
  type List,
  type Operations,
  type Value,
} from "./value.ts";

export const STATISTICS: Operations = [
  ...define([1, Infinity], {
    mean: ofAll(mean),
    median: ofAll(median),
    mode: ofAll(mode),
    harmonicmean: ofAll((reals, values) => {
      const inverses = values.map((value) => divide(reals, ONE, value));
      return divide(reals, count(values), sum(reals, inverses));
    }),
    geometricmean: ofAll((reals, values) => {
      const degree = divide(reals, ONE, count(values));
      return power(reals, product(reals, values), degree);
    }),
    variance: ofDeviations("unbiased", (_, spread) => spread),
    pvariance: ofDeviations("uncorrected", (_, spread) => spread),
    stdev: ofDeviations("unbiased", rootOf),
    pstdev: ofDeviations("uncorrected", rootOf),
    mad: ofAll((reals, values) => {
      const centre = median(reals, values);
      const distances = values.map((value) => gap(reals, value, centre));
      return median(reals, distances);
    }),
    hypot: ofAll((reals, values) =>
      power(reals, sumOfSquares(reals, values), HALF),
    ),
  }),
  ...define([2, 2], {
    corr: correlation,
    distance: (reals, left, right) => {
      const gaps = toValues([subtract(reals, left, right)]);
      return power(reals, sumOfSquares(reals, gaps), HALF);
    },
  }),
  ...define([2, 3], {
    percentile: (reals, values, share) =>
      quantiles(reals, sort(reals, toValues([values])), toShare(reals, share)),
    quantileseq: (reals, values, share) =>
      quantiles(reals, sort(reals, toValues([values])), share),
  }),
];

/**
 * Variance or deviation; an option at the end overrides the usual kind:
 * `std([2, 4], "uncorrected")`.
 */
function ofDeviations(
  usual: string,
  finish: (reals: Reals, spread: Value) => Value,
): Apply {
  return (reals, ...values) => {
    const { option = usual, rest } = splitOption(values);
    const correction = CORRECTIONS.get(option);
    if (correction === undefined)
      throw new CalculationError(
        'the deviation is "unbiased" (of a sample), "uncorrected" (of a population) or "biased".',
      );
    const spread = ofAll((_, all) => variance(reals, all, correction));
    return finish(reals, spread(reals, ...rest));
  };
}

function rootOf(reals: Reals, spread: Value): Value {
  return elementwise(power)(reals, spread, HALF);
}

const CORRECTIONS: ReadonlyMap<string, number> = new Map([
  ["unbiased", 1],
  ["uncorrected", 0],
  ["biased", -1],
]);

function mean(reals: Reals, values: List): Value {
  return divide(reals, sum(reals, values), count(values));
}

function median(reals: Reals, values: List): Value {
  const { length } = values;
  const middle = sort(reals, values).slice(
    Math.ceil(length / 2) - 1,
    Math.floor(length / 2) + 1,
  );
  return mean(reals, middle);
}

/** The most frequent value; a list of all of them if several tie. */
function mode(reals: Reals, values: List): Value {
  const runs: [Value, ...Value[]][] = [];
  for (const value of sort(reals, values)) {
    const last = runs.at(-1);
    if (last !== undefined && compare(reals, last[0], value) === 0)
      last.push(value);
    else runs.push([value]);
  }
  const longest = Math.max(...runs.map(({ length }) => length));
  const modes = runs
    .filter(({ length }) => length === longest)
    .map(([value]) => value);
  return modes.length === 1 && modes[0] !== undefined ? modes[0] : modes;
}

/** `correction`: 1 for a sample, 0 for a population. */
function variance(reals: Reals, values: List, correction: number): Value {
  if (values.length === correction)
    throw new CalculationError(
      "a sample of one value has no deviation. Write pstdev or pvariance for a whole population.",
    );
  const degrees = new Fraction(BigInt(values.length - correction));
  return divide(reals, sumOfSquares(reals, deviations(reals, values)), degrees);
}

function deviations(reals: Reals, values: List): List {
  const centre = mean(reals, values);
  return values.map((value) => subtract(reals, value, centre));
}

function gap(reals: Reals, left: Value, right: Value): Value {
  return compare(reals, left, right) < 0
    ? subtract(reals, right, left)
    : subtract(reals, left, right);
}

/** Pearson's correlation; of two matrices, row by row. */
function correlation(reals: Reals, left: Value, right: Value): Value {
  if (isMatrix(left) && isMatrix(right) && left.length === right.length)
    return left.map((row, index) =>
      correlation(reals, row, right[index] ?? []),
    );
  const one = deviations(reals, toValues([left]));
  const other = deviations(reals, toValues([right]));
  const products = sum(reals, toList(multiplyElements(reals, one, other)));
  const squares = multiplyElements(
    reals,
    sumOfSquares(reals, one),
    sumOfSquares(reals, other),
  );
  return divide(reals, products, power(reals, squares, HALF));
}

/**
 * Converts percents, as in numpy's percentile, to a share: 90 to 0.9. Rejects
 * values up to 1, whose meaning differs between libraries.
 */
function toShare(reals: Reals, percents: Value): Value {
  if (isList(percents)) return percents.map((one) => toShare(reals, one));
  const share = divide(reals, toReal(percents), new Fraction(100n));
  const isCertain =
    isZero(toReal(percents)) || reals.compare(toReal(percents), ONE) > 0;
  if (isCertain && compare(reals, share, ONE) <= 0) return share;
  throw new CalculationError(
    "a percentile takes percents from 1 to 100. For a share write quantileSeq([3, 1, 2], 0.9).",
  );
}

/** Quantiles for one share, a list of shares, or a number of cuts from 2 on. */
function quantiles(reals: Reals, sorted: List, share: Value): Value {
  if (isList(share))
    return createList(share.map((one) => quantiles(reals, sorted, one)));
  reals.spend(2);
  const position = toReal(share);
  const isAbove = reals.compare(position, ONE) > 0;
  if (isAbove && isInteger(position)) {
    refuseLongList(position.n);
    return Array.from({ length: Number(position.n) }, (_, index) => {
      const cut = new Fraction(BigInt(index + 1), position.n + 1n);
      return quantiles(reals, sorted, cut);
    });
  }
  if (isAbove || isNegative(position))
    throw new CalculationError(
      "a quantile takes a share from 0 to 1: quantileSeq([3, 1, 2], 0.5).",
    );
  const last = new Fraction(BigInt(sorted.length - 1));
  const rank = reals.multiply(position, last);
  const below = reals.floor(rank);
  const [low = ZERO, high = low] = sorted.slice(Number(below));
  const step = multiplyElements(
    reals,
    subtract(reals, high, low),
    reals.subtract(rank, below),
  );
  return add(reals, low, step);
}

function sumOfSquares(reals: Reals, values: List): Value {
  return sum(
    reals,
    values.map((value) => multiplyElements(reals, value, value)),
  );
}
