import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Failure } from "../../../page/client/parts/request.ts";
import { read, type Bodies, type Query } from "./console-api.ts";
import { noteFailure } from "./session.ts";
import { useNewest } from "./use-newest.ts";

/** A list that is read page by page. */
export interface List<Item> {
  readonly items: readonly Item[];
  /** Missing if there is no more, or nothing was read yet. */
  readonly next: string | null;
  /** Nothing was read yet. */
  readonly isLoading: boolean;
  readonly failure?: Failure;
}

export interface ListHandle<Item> {
  readonly list: Signal<List<Item>>;
  readonly loadMore: () => void;
  /** Reads the first page again; later ones go. */
  readonly reload: () => void;
}

/** What is a list. */
type ListPath = {
  [Path in keyof Bodies]: Path extends `/api/${string}` ? Path : never;
}[keyof Bodies];

const EMPTY = { items: [], next: null, isLoading: true };
const REFRESH_MS = 10_000;

/**
 * Reads a list page by page, and again when its query changes: the newest
 * request wins. With `findOlder`, reads the first page again every ten seconds
 * while it is seen.
 * @param itemsOf a page
 */
export function useList<Path extends ListPath, Item>(
  path: Path,
  itemsOf: (page: Bodies[Path]) => readonly Item[],
  options: {
    query?: Query;
    /** The parameter that asks for the next page. */
    next?: "cursor" | "before";
    /**
     * What stays of later pages below the first one as it is now; nothing if
     * items may be missing in between.
     */
    findOlder?: (
      page: readonly Item[],
      shown: readonly Item[],
    ) => readonly Item[];
  } = {},
): ListHandle<Item> {
  const { query = {}, next: parameter = "cursor", findOlder } = options;
  const list = useSignal<List<Item>>(EMPTY);
  const isFirstPage = useRef(true);
  const begin = useNewest();
  const beginRefresh = useNewest();

  async function load(cursor: string | undefined): Promise<void> {
    const isNewest = begin();
    isFirstPage.current = cursor === undefined;
    const outcome = await read(path, {
      query: { ...query, [parameter]: cursor },
    });
    if (!isNewest()) return;
    if (outcome.kind !== "done") return fail(outcome);
    // Since it was asked for, what it follows may have gone from the list.
    if (cursor !== undefined && cursor !== list.value.next) return;
    const before = cursor === undefined ? [] : list.value.items;
    const { items, next } = toPage(outcome.value);
    list.value = { items: [...before, ...items], next, isLoading: false };
  }

  async function refresh(): Promise<void> {
    const isNewest = beginRefresh();
    const outcome = await read(path, { query });
    if (!isNewest()) return;
    if (outcome.kind !== "done") return fail(outcome);
    const { items, next } = toPage(outcome.value);
    const shown = list.value;
    const isAll = isFirstPage.current || next === null;
    const older = isAll ? [] : (findOlder?.(items, shown.items) ?? []);
    list.value = {
      items: [...items, ...older],
      next: older.length === 0 ? next : shown.next,
      isLoading: false,
    };
  }

  function toPage(value: Bodies[Path]) {
    return { items: itemsOf(value), next: "next" in value ? value.next : null };
  }

  function fail(failure: Failure): void {
    noteFailure(failure);
    list.value = { ...list.value, isLoading: false, failure };
  }

  useEffect(() => {
    list.value = EMPTY;
    void load(undefined);
    if (findOlder === undefined) return undefined;
    // One that is under way is of another query.
    beginRefresh();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [JSON.stringify(query)]);

  return {
    list,
    loadMore: () => void load(list.value.next ?? undefined),
    reload: () => void load(undefined),
  };
}
