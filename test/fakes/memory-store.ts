import type { Piece, Snapshot, Store } from "../../src/types/store.ts";

/** Stores by their names. */
export function createMemoryStores<State>() {
  const stores = new Map<string, ReturnType<typeof createMemoryStore<State>>>();
  const storeOf = (name: string): Store<State> => {
    const store = stores.get(name) ?? createMemoryStore<State>();
    stores.set(name, store);
    return store;
  };
  /** The complete content of those that are not empty. */
  const dump = () =>
    Array.from(stores, ([name, store]) => ({ name, ...store.dump() })).filter(
      ({ state, pieces }) =>
        Object.keys(state ?? {}).length + pieces.length > 0,
    );
  return Object.assign(storeOf, { dump });
}

/** An in-memory store for tests. Copies values on write and read. */
export function createMemoryStore<State>(): Store<State> & {
  /** The complete content. */
  dump(): {
    readonly state: State | undefined;
    readonly pieces: readonly Piece[];
  };
} {
  let current = { version: 0, state: "" };
  const pieces = new Map<string, string>();
  const snapshot = (): Snapshot<State> => ({
    version: current.version,
    state: current.state === "" ? undefined : JSON.parse(current.state),
  });
  const put = (added: readonly Piece[]): void => {
    for (const { key, value } of added) pieces.set(key, JSON.stringify(value));
  };
  const keysIn = ({ from, to }: { from: string; to: string }): string[] =>
    [...pieces.keys()].filter((key) => key >= from && key <= to).toSorted();
  const toPiece = (key: string): Piece => ({
    key,
    value: JSON.parse(pieces.get(key) ?? ""),
  });

  return {
    read: async () => snapshot(),
    list: async ({ limit, isNewestFirst = false, ...range }) => {
      const keys = keysIn(range);
      const ordered = isNewestFirst ? keys.toReversed() : keys;
      return ordered.slice(0, limit).map(toPiece);
    },
    commit: async ({ expected, state, put: added = [] }) => {
      if (expected !== current.version)
        return { kind: "conflict", snapshot: snapshot() };
      put(added);
      current = { version: expected + 1, state: JSON.stringify(state) };
      return { kind: "committed", snapshot: snapshot() };
    },
    put: async (added) => put(added),
    erase: async ({ limit, ...range }) => {
      const keys = keysIn(range).slice(0, limit);
      for (const key of keys) pieces.delete(key);
      return keys.length;
    },
    dump: () => ({
      state: snapshot().state,
      pieces: [...pieces.keys()].toSorted().map(toPiece),
    }),
  };
}
