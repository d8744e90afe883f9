import type { Piece } from "../types/store.ts";
import type { IndexedTurn } from "../types/turn-index.ts";

/** A turn under the key that lists are sorted by. */
export type Row = Piece<IndexedTurn>;

/** The newest first. `next`: where to go on, if anything is left. */
export interface RowPage {
  readonly rows: readonly Row[];
  readonly next?: Row;
}

function compareRows(one: Row, other: Row): number {
  return one.key < other.key ? 1 : -1;
}

/** Makes a page of rows of which there are more if they exceed the limit. */
export function toPage(found: readonly Row[], limit: number): RowPage {
  const rows = found.toSorted(compareRows).slice(0, limit);
  const last = rows.at(-1);
  return last === undefined || found.length <= limit
    ? { rows }
    : { rows, next: last };
}

/**
 * Joins pages of several lists. One may end before its limit: what follows its
 * end in other pages is left for the next one.
 */
export function joinPages(pages: readonly RowPage[], limit: number): RowPage {
  const [end] = pages.flatMap(({ next }) => next ?? []).toSorted(compareRows);
  const found = pages
    .flatMap(({ rows }) => rows)
    .filter(({ key }) => end === undefined || key >= end.key);
  const page = toPage(found, limit);
  return page.next === undefined && end !== undefined
    ? { ...page, next: end }
    : page;
}
