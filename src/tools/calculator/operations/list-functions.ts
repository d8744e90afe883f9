import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  factorial,
  greatestCommonDivisor,
  leastCommonMultiple,
} from "../numbers/integers.ts";
import { ONE, toBigInt, ZERO } from "../numbers/real.ts";
import type { Workspace } from "../numbers/workspace.ts";
import {
  add,
  divide,
  multiplyElements,
  power,
  subtract,
} from "../values/arithmetic.ts";
import { compare } from "../values/compare.ts";
import { refuseLongList } from "../values/list-size.ts";
import { isList, type List, toInteger, type Value } from "../values/value.ts";
import { type Apply, define, type Operation } from "./operation.ts";

const HALF = new Fraction(1n, 2n);

/** Of the values themselves, or of the lists of them: mean(1, 2, 3) and mean([1, 2, 3]). */
export const LIST_FUNCTIONS: readonly (readonly [string, Operation])[] = [
  ...define([1, Infinity], {
    sum: ofAll(sum),
    add: ofAll(sum),
    product: ofAll(product),
    multiply: ofAll(product),
    min: ofAll((workspace, values) => sort(workspace, values).at(0)),
    max: ofAll((workspace, values) => sort(workspace, values).at(-1)),
    mean: ofAll(mean),
    median: ofAll(median),
    mode: ofAll(mode),
    stdev: ofAll((workspace, values) =>
      power(workspace, variance(workspace, values, 1), HALF),
    ),
    pstdev: ofAll((workspace, values) =>
      power(workspace, variance(workspace, values, 0), HALF),
    ),
    variance: ofAll((workspace, values) => variance(workspace, values, 1)),
    pvariance: ofAll((workspace, values) => variance(workspace, values, 0)),
    hypot: ofAll((workspace, values) =>
      power(workspace, sum(workspace, squares(workspace, values)), HALF),
    ),
    gcd: ofAll((workspace, values) =>
      values
        .map(toInteger)
        .reduce((one, other) => greatestCommonDivisor(workspace, one, other)),
    ),
    lcm: ofAll((workspace, values) =>
      values.reduce((one, other) =>
        leastCommonMultiple(workspace, toInteger(one), toInteger(other)),
      ),
    ),
    sorted: ofAll(sort),
    harmonicmean: ofAll(harmonicMean),
    geometricmean: ofAll((workspace, values) =>
      power(
        workspace,
        product(workspace, values),
        divide(workspace, ONE, count(values)),
      ),
    ),
    cumsum: ofAll(runningTotals),
    multinomial: ofAll(multinomial),
  }),
  ...define([1, 1], {
    len: (_, value) => count(isList(value) ? value : [value]),
  }),
  ...define([1, 3], { range }),
];

function ofAll(
  apply: (workspace: Workspace, values: List) => Value | undefined,
): Apply {
  return (workspace, ...values) => {
    const all = values.flatMap(flatten);
    const result = all.length === 0 ? undefined : apply(workspace, all);
    if (result !== undefined) return result;
    throw new CalculationError("the list is empty.");
  };
}

function flatten(value: Value): List {
  return isList(value) ? value.flatMap(flatten) : [value];
}

function count(values: List): Fraction {
  return new Fraction(BigInt(values.length));
}

function sum(workspace: Workspace, values: List): Value {
  return values.reduce((one, other) => add(workspace, one, other));
}

function product(workspace: Workspace, values: List): Value {
  return values.reduce((one, other) => multiplyElements(workspace, one, other));
}

function mean(workspace: Workspace, values: List): Value {
  return divide(workspace, sum(workspace, values), count(values));
}

function harmonicMean(workspace: Workspace, values: List): Value {
  const inverses = values.map((value) => divide(workspace, ONE, value));
  return divide(workspace, count(values), sum(workspace, inverses));
}

function runningTotals(workspace: Workspace, values: List): List {
  let total: Value = ZERO;
  return values.map((value) => (total = add(workspace, total, value)));
}

/** Ways to deal out that many things of each kind. */
function multinomial(workspace: Workspace, values: List): Value {
  const factorials = values.map((value) =>
    factorial(workspace, toInteger(value)),
  );
  const total = toInteger(sum(workspace, values));
  return divide(
    workspace,
    factorial(workspace, total),
    product(workspace, factorials),
  );
}

/** Ascending. */
function sort(workspace: Workspace, values: List): List {
  return values.toSorted((one, other) => compare(workspace, one, other));
}

function median(workspace: Workspace, values: List): Value | undefined {
  const sorted = sort(workspace, values);
  const middle = sorted.slice(
    Math.ceil(sorted.length / 2) - 1,
    Math.floor(sorted.length / 2) + 1,
  );
  return mean(workspace, middle);
}

/** The most frequent value; all of them where there are several. */
function mode(workspace: Workspace, values: List): Value | undefined {
  const sorted = sort(workspace, values);
  const runs: Value[][] = [];
  for (const value of sorted) {
    const last = runs.at(-1);
    const isSame =
      last?.[0] !== undefined && compare(workspace, last[0], value) === 0;
    if (isSame) last.push(value);
    else runs.push([value]);
  }
  const longest = Math.max(...runs.map(({ length }) => length));
  const modes = runs
    .filter(({ length }) => length === longest)
    .flatMap(([value = ZERO]) => [value]);
  return modes.length === 1 ? modes[0] : modes;
}

/** `missing`: 1 of a sample, 0 of a whole population. */
function variance(workspace: Workspace, values: List, missing: 0 | 1): Value {
  if (values.length === missing)
    throw new CalculationError(
      "a sample of one value has no deviation. Write pstdev or pvariance for a whole population.",
    );
  const centre = mean(workspace, values);
  const deviations = values.map((value) => subtract(workspace, value, centre));
  return divide(
    workspace,
    sum(workspace, squares(workspace, deviations)),
    new Fraction(BigInt(values.length - missing)),
  );
}

function squares(workspace: Workspace, values: List): List {
  return values.map((value) => multiplyElements(workspace, value, value));
}

/** As in Python: without the end. range(5), range(1, 6), range(0, 10, 2). */
function range(workspace: Workspace, ...bounds: Value[]): List {
  const [first = ZERO, second, step = ONE] = bounds.map(toInteger);
  const [start, end] = second === undefined ? [ZERO, first] : [first, second];
  const [from, to, by] = [start, end, step].map(toBigInt);
  if (from === undefined || to === undefined || by === undefined || by === 0n)
    throw new CalculationError("range needs a step other than 0.");
  const length = (to - from + by - (by > 0n ? 1n : -1n)) / by;
  refuseLongList(length);
  workspace.effort.spend(Math.max(0, Number(length)));
  return Array.from(
    { length: Math.max(0, Number(length)) },
    (_, index) => new Fraction(from + BigInt(index) * by),
  );
}
