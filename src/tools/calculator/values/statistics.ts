import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { HALF, ONE } from "../numbers/real.ts";
import type { Workspace } from "../numbers/workspace.ts";
import {
  add,
  divide,
  multiplyElements,
  power,
  subtract,
} from "./arithmetic.ts";
import { compare } from "./compare.ts";
import type { List, Value } from "./value.ts";

/** All of these take values that are not lists, one at least. */
export function sum(workspace: Workspace, values: List): Value {
  return values.reduce((one, other) => add(workspace, one, other));
}

export function product(workspace: Workspace, values: List): Value {
  return values.reduce((one, other) => multiplyElements(workspace, one, other));
}

export function count(values: List): Fraction {
  return new Fraction(BigInt(values.length));
}

/** Ascending. */
export function sort(workspace: Workspace, values: List): List {
  return values.toSorted((one, other) => compare(workspace, one, other));
}

export function mean(workspace: Workspace, values: List): Value {
  return divide(workspace, sum(workspace, values), count(values));
}

export function harmonicMean(workspace: Workspace, values: List): Value {
  const inverses = values.map((value) => divide(workspace, ONE, value));
  return divide(workspace, count(values), sum(workspace, inverses));
}

export function geometricMean(workspace: Workspace, values: List): Value {
  const degree = divide(workspace, ONE, count(values));
  return power(workspace, product(workspace, values), degree);
}

export function median(workspace: Workspace, values: List): Value {
  const { length } = values;
  const middle = sort(workspace, values).slice(
    Math.ceil(length / 2) - 1,
    Math.floor(length / 2) + 1,
  );
  return mean(workspace, middle);
}

/** The most frequent value; all of them where there are several. */
export function mode(workspace: Workspace, values: List): Value {
  const runs: [Value, ...Value[]][] = [];
  for (const value of sort(workspace, values)) {
    const last = runs.at(-1);
    if (last !== undefined && compare(workspace, last[0], value) === 0)
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
export function variance(
  workspace: Workspace,
  values: List,
  missing: 0 | 1,
): Value {
  if (values.length === missing)
    throw new CalculationError(
      "a sample of one value has no deviation. Write pstdev or pvariance for a whole population.",
    );
  const centre = mean(workspace, values);
  const deviations = values.map((value) => subtract(workspace, value, centre));
  const degrees = new Fraction(BigInt(values.length - missing));
  return divide(workspace, sumOfSquares(workspace, deviations), degrees);
}

export function deviation(
  workspace: Workspace,
  values: List,
  missing: 0 | 1,
): Value {
  return power(workspace, variance(workspace, values, missing), HALF);
}

/** The root of the sum of squares. */
export function hypotenuse(workspace: Workspace, values: List): Value {
  return power(workspace, sumOfSquares(workspace, values), HALF);
}

export function runningTotals(workspace: Workspace, values: List): List {
  let total: Value | undefined;
  return values.map((value) => {
    total = total === undefined ? value : add(workspace, total, value);
    return total;
  });
}

function sumOfSquares(workspace: Workspace, values: List): Value {
  return sum(
    workspace,
    values.map((value) => multiplyElements(workspace, value, value)),
  );
}
