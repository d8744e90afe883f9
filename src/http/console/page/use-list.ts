import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Failure, Outcome } from "../../../page/client/parts/request.ts";
import { noteFailure } from "./session.ts";

/** A list that is read page by page. */
export interface List<Item> {
  readonly items: readonly Item[];
  /** Missing if there is no more, or nothing was read yet. */
  readonly next: string | null;
  readonly isLoading: boolean;
  readonly failure?: Failure;
}

export interface ListHandle<Item> {
  readonly list: Signal<List<Item>>;
  readonly loadMore: () => void;
  /** Reads the first page again; later ones go. */
  readonly reload: () => void;
}

const EMPTY = { items: [], next: null, isLoading: true };
const REFRESH_MS = 10_000;

/**
 * Reads a list, and again when `key` changes: the newest request wins. With
 * `isLive`, reads it again every ten seconds while it is seen and only its first
 * page is shown.
 */
export function useList<Item>(
  key: string,
  readPage: (
    cursor: string | undefined,
  ) => Promise<Outcome<{ items: readonly Item[]; next: string | null }>>,
  { isLive = false }: { isLive?: boolean } = {},
): ListHandle<Item> {
  const list = useSignal<List<Item>>(EMPTY);
  const newest = useRef(0);
  const isFirstPage = useRef(true);

  async function load(cursor: string | undefined): Promise<void> {
    newest.current += 1;
    const own = newest.current;
    list.value = { ...list.value, isLoading: true };
    const outcome = await readPage(cursor);
    if (own !== newest.current) return;
    if (outcome.kind !== "done") {
      noteFailure(outcome);
      list.value = { ...list.value, isLoading: false, failure: outcome };
      return;
    }
    const before = cursor === undefined ? [] : list.value.items;
    const { items, next } = outcome.value;
    isFirstPage.current = cursor === undefined;
    list.value = { items: [...before, ...items], next, isLoading: false };
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
  }, [key]);

  return {
    list,
    loadMore: () => void load(list.value.next ?? undefined),
    reload: () => void load(undefined),
  };
}
