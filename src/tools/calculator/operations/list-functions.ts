import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  factorial,
  greatestCommonDivisor,
  leastCommonMultiple,
} from "../numbers/integers.ts";
import { ONE, toBigInt, ZERO } from "../numbers/real.ts";
import type { Workspace } from "../numbers/workspace.ts";
import { divide } from "../values/arithmetic.ts";
import { refuseLongList } from "../values/list-size.ts";
import * as statistics from "../values/statistics.ts";
import { isList, type List, toInteger, type Value } from "../values/value.ts";
import { type Apply, define, type Operation } from "./operation.ts";

const { deviation, product, sort, sum, variance } = statistics;

/** Of the values themselves, or of the lists of them: mean(1, 2, 3) and mean([1, 2, 3]). */
export const LIST_FUNCTIONS: readonly (readonly [string, Operation])[] = [
  ...define([1, Infinity], {
    sum: ofAll(sum),
    add: ofAll(sum),
    product: ofAll(product),
    multiply: ofAll(product),
    min: ofAll((workspace, values) => sort(workspace, values).at(0)),
    max: ofAll((workspace, values) => sort(workspace, values).at(-1)),
    mean: ofAll(statistics.mean),
    median: ofAll(statistics.median),
    mode: ofAll(statistics.mode),
    harmonicmean: ofAll(statistics.harmonicMean),
    geometricmean: ofAll(statistics.geometricMean),
    stdev: ofAll((workspace, values) => deviation(workspace, values, 1)),
    pstdev: ofAll((workspace, values) => deviation(workspace, values, 0)),
    variance: ofAll((workspace, values) => variance(workspace, values, 1)),
    pvariance: ofAll((workspace, values) => variance(workspace, values, 0)),
    hypot: ofAll(statistics.hypotenuse),
    sorted: ofAll(sort),
    cumsum: ofAll(statistics.runningTotals),
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
    multinomial: ofAll(multinomial),
  }),
  ...define([1, 1], {
    len: (_, value) => statistics.count(isList(value) ? value : [value]),
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

/** Ways to deal out that many things of each kind. */
function multinomial(workspace: Workspace, values: List): Value {
  const total = factorial(workspace, toInteger(sum(workspace, values)));
  const parts = values.map((value) => factorial(workspace, toInteger(value)));
  return divide(workspace, total, product(workspace, parts));
}

/** As in Python: without the end. range(5), range(1, 6), range(0, 10, 2). */
function range(workspace: Workspace, ...bounds: Value[]): List {
  const [first = ZERO, second, step = ONE] = bounds.map(toInteger);
  const [start, end] = second === undefined ? [ZERO, first] : [first, second];
  const [from, to, by] = [toBigInt(start), toBigInt(end), toBigInt(step)];
  if (by === 0n) throw new CalculationError("range needs a step other than 0.");
  const steps = (to - from + by - (by > 0n ? 1n : -1n)) / by;
  refuseLongList(steps);
  const length = Math.max(0, Number(steps));
  workspace.effort.spend(length);
  return Array.from(
    { length },
    (_, index) => new Fraction(from + BigInt(index) * by),
  );
}
