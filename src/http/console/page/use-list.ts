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
 * request wins. With `isLive`, reads it again every ten seconds while it is seen
 * and only its first page is shown.
 * @param itemsOf a page
 */
export function useList<Path extends ListPath, Item>(
  path: Path,
  itemsOf: (page: Bodies[Path]) => readonly Item[],
  options: {
    query?: Query;
    /** The parameter that asks for the next page. */
    next?: "cursor" | "before";
    isLive?: boolean;
  } = {},
): ListHandle<Item> {
  const { query = {}, next: parameter = "cursor", isLive = false } = options;
  const list = useSignal<List<Item>>(EMPTY);
  const begin = useNewest();
  const isFirstPage = useRef(true);

  async function load(cursor: string | undefined): Promise<void> {
    const isNewest = begin();
    isFirstPage.current = cursor === undefined;
    const outcome = await read(path, {
      query: { ...query, [parameter]: cursor },
    });
    if (!isNewest()) return;
    if (outcome.kind !== "done") {
      noteFailure(outcome);
      list.value = { ...list.value, isLoading: false, failure: outcome };
      return;
    }
    const before = cursor === undefined ? [] : list.value.items;
    const { value } = outcome;
    const items = [...before, ...itemsOf(value)];
    const next = "next" in value ? value.next : null;
    list.value = { items, next, isLoading: false };
  }

  useEffect(() => {
    list.value = EMPTY;
    void load(undefined);
    if (!isLive) return undefined;
    const timer = setInterval(() => {
      const isSeen = document.visibilityState === "visible";
      if (isSeen && isFirstPage.current) void load(undefined);
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [JSON.stringify(query)]);

  return {
    list,
    loadMore: () => void load(list.value.next ?? undefined),
    reload: () => void load(undefined),
  };
}
