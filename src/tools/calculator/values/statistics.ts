import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  greatestCommonDivisor,
  leastCommonMultiple,
  multinomial,
} from "../numbers/integers.ts";
import { HALF, ONE } from "../numbers/arithmetic.ts";
import type { Reals } from "../numbers/reals.ts";
import {
  add,
  compare,
  divide,
  multiplyElements,
  power,
  subtract,
} from "./operators.ts";
import {
  type Apply,
  define,
  isList,
  type List,
  type Operations,
  ofIntegers,
  refuseLongList,
  toInteger,
  type Value,
} from "./value.ts";

/** Of the values themselves, or of the lists of them: mean(1, 2, 3) and mean([1, 2, 3]). */
export const LIST_FUNCTIONS: Operations = [
  ...define([1, Infinity], {
    sum: ofAll(sum),
    add: ofAll(sum),
    product: ofAll(product),
    multiply: ofAll(product),
    min: ofAll((reals, values) => sort(reals, values).at(0)),
    max: ofAll((reals, values) => sort(reals, values).at(-1)),
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
    variance: ofAll((reals, values) => variance(reals, values, 1)),
    pvariance: ofAll((reals, values) => variance(reals, values, 0)),
    stdev: ofAll((reals, values) =>
      power(reals, variance(reals, values, 1), HALF),
    ),
    pstdev: ofAll((reals, values) =>
      power(reals, variance(reals, values, 0), HALF),
    ),
    hypot: ofAll((reals, values) =>
      power(reals, sumOfSquares(reals, values), HALF),
    ),
    sorted: ofAll(sort),
    cumsum: ofAll(runningTotals),
    gcd: ofAllIntegers((reals, ...values) =>
      values.reduce((one, other) => greatestCommonDivisor(reals, one, other)),
    ),
    lcm: ofAllIntegers((reals, ...values) =>
      values.reduce((one, other) => leastCommonMultiple(reals, one, other)),
    ),
    multinomial: ofAllIntegers(multinomial),
  }),
  ...define([1, 1], {
    len: (_, value) => count(isList(value) ? value : [value]),
  }),
  ...define([1, 3], { range }),
];

function ofAll(
  apply: (reals: Reals, values: List) => Value | undefined,
): Apply {
  return (reals, ...values) => {
    const all = values.flatMap(flatten);
    const result = all.length === 0 ? undefined : apply(reals, all);
    if (result !== undefined) return result;
    throw new CalculationError("the list is empty.");
  };
}

function ofAllIntegers(
  apply: (reals: Reals, ...values: bigint[]) => bigint,
): Apply {
  return ofAll((reals, values) => ofIntegers(apply)(reals, ...values));
}

function flatten(value: Value): List {
  return isList(value) ? value.flatMap(flatten) : [value];
}

function sum(reals: Reals, values: List): Value {
  return values.reduce((one, other) => add(reals, one, other));
}

function product(reals: Reals, values: List): Value {
  return values.reduce((one, other) => multiplyElements(reals, one, other));
}

function count(values: List): Fraction {
  return new Fraction(BigInt(values.length));
}

function sort(reals: Reals, values: List): List {
  return values.toSorted((one, other) => compare(reals, one, other));
}

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

/** The most frequent value; all of them where there are several. */
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

/** `missing`: 1 for a sample, 0 for a whole population. */
function variance(reals: Reals, values: List, missing: 0 | 1): Value {
  if (values.length === missing)
    throw new CalculationError(
      "a sample of one value has no deviation. Write pstdev or pvariance for a whole population.",
    );
  const centre = mean(reals, values);
  const deviations = values.map((value) => subtract(reals, value, centre));
  const degrees = new Fraction(BigInt(values.length - missing));
  return divide(reals, sumOfSquares(reals, deviations), degrees);
}

function sumOfSquares(reals: Reals, values: List): Value {
  return sum(
    reals,
    values.map((value) => multiplyElements(reals, value, value)),
  );
}

function runningTotals(reals: Reals, values: List): List {
  let total: Value | undefined;
  return values.map((value) => {
    total = total === undefined ? value : add(reals, total, value);
    return total;
  });
}

/** As in Python: without the end. range(5), range(1, 6), range(0, 10, 2). */
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
