import { CalculationError } from "../calculation-error.ts";
import { isList, type List, type Value } from "./value.ts";

/** Values that a list may hold, those of the lists in it included. */
const MAX_VALUES = 1_000;

/** Throws `CalculationError` for a list that would hold too many values. */
export function refuseLongList(length: number | bigint): void {
  if (length > MAX_VALUES)
    throw new CalculationError(
      `lists have at most ${MAX_VALUES} values. For a sum of many use its formula, e.g. n * (n + 1) / 2.`,
    );
}

/** Of lists that were made one by one: `[x, x]` doubles what `x` holds. */
export function createList(items: List): List {
  refuseLongList(
    items.reduce<number>((sum, item) => sum + countValues(item), 0),
  );
  return items;
}

function countValues(value: Value): number {
  return isList(value)
    ? value.reduce<number>((sum, item) => sum + countValues(item), 1)
    : 1;
}
