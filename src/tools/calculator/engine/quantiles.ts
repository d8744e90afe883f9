import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import {
  add,
  compare,
  divide,
  floor,
  multiply,
  subtract,
} from "./arithmetic.ts";
import { ZERO } from "./certainty.ts";
import { spend } from "./effort.ts";
import {
  createList,
  isInteger,
  isList,
  isNegative,
  isZero,
  ONE,
  refuseLongList,
  toReal,
  type List,
  type Value,
} from "./values.ts";

/**
 * Converts percents, as in numpy's percentile, to a share: 90 to 0.9. Rejects
 * values up to 1, whose meaning differs between libraries.
 */
export function toShare(percents: Value): Value {
  if (isList(percents)) return percents.map(toShare);
  const share = divide(toReal(percents), new Fraction(100n));
  if (
    (isZero(percents) || compare(percents, ONE) > 0) &&
    compare(share, ONE) <= 0
  )
    return share;
  throw new CalculationError(
    "a percentile takes percents from 1 to 100. For a share write quantileSeq([3, 1, 2], 0.9).",
  );
}

/** Quantiles for one share, a list of shares, or a number of cuts from 2 on. */
export function quantiles(sorted: List, share: Value): Value {
  if (isList(share))
    return createList(share.map((one) => quantiles(sorted, one)));
  spend(10);
  const position = toReal(share);
  const isAbove = compare(position, ONE) > 0;
  if (isAbove && isInteger(position)) {
    refuseLongList(position.n);
    return Array.from({ length: Number(position.n) }, (_, index) =>
      quantiles(sorted, new Fraction(BigInt(index + 1), position.n + 1n)),
    );
  }
  if (isAbove || isNegative(position))
    throw new CalculationError(
      "a quantile takes a share from 0 to 1: quantileSeq([3, 1, 2], 0.5).",
    );
  const rank = toReal(
    multiply(position, new Fraction(BigInt(sorted.length - 1))),
  );
  const below = floor(rank);
  const [low = ZERO, high = low] = sorted.slice(Number(below));
  return add(low, multiply(subtract(high, low), subtract(rank, below)));
}
