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
 * request wins. With `keyOf`, reads the first page again every ten seconds while
 * it is seen; of later pages, what is not in it stays.
 * @param itemsOf a page
 */
export function useList<Path extends ListPath, Item>(
  path: Path,
  itemsOf: (page: Bodies[Path]) => readonly Item[],
  options: {
    query?: Query;
    /** The parameter that asks for the next page. */
    next?: "cursor" | "before";
    /** What an item is about. */
    keyOf?: (item: Item) => string;
  } = {},
): ListHandle<Item> {
  const { query = {}, next: parameter = "cursor", keyOf } = options;
  const list = useSignal<List<Item>>(EMPTY);
  const isFirstPage = useRef(true);
  const begin = useNewest();
  const beginRefresh = useNewest();

  async function load(cursor: string | undefined): Promise<void> {
    const isNewest = begin();
    const outcome = await read(path, {
      query: { ...query, [parameter]: cursor },
    });
    if (!isNewest()) return;
    if (outcome.kind !== "done") return fail(outcome);
    isFirstPage.current = cursor === undefined;
    const before = isFirstPage.current ? [] : list.value.items;
    const { items, next } = toPage(outcome.value);
    list.value = { items: [...before, ...items], next, isLoading: false };
  }

  async function refresh(nameOf: (item: Item) => string): Promise<void> {
    const isNewest = beginRefresh();
    const outcome = await read(path, { query });
    if (!isNewest()) return;
    if (outcome.kind !== "done") return fail(outcome);
    const page = toPage(outcome.value);
    const shown = isFirstPage.current ? { ...page, items: [] } : list.value;
    const names = new Set(page.items.map(nameOf));
    const older = shown.items.filter((item) => !names.has(nameOf(item)));
    const items = [...page.items, ...older];
    list.value = { items, next: shown.next, isLoading: false };
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
    if (keyOf === undefined) return undefined;
    // One that is under way is of another query.
    beginRefresh();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh(keyOf);
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [JSON.stringify(query)]);

  return {
    list,
    loadMore: () => void load(list.value.next ?? undefined),
    reload: () => void load(undefined),
  };
}
