import {
  createDocuments,
  type Documents,
} from "../../src/platforms/create-documents.ts";
import type { Store } from "../../src/types/store.ts";
import { createMemoryStore } from "./memory-store.ts";

/** A deployment's documents in memory, of which nothing expires. */
export function createMemoryDocuments(): Documents {
  const stores = new Map<string, Store<unknown>>();
  return createDocuments(
    <State>(...parts: readonly string[]) => {
      const name = JSON.stringify(parts);
      const store = stores.get(name) ?? createMemoryStore();
      stores.set(name, store);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each document has one kind of state
      return store as Store<State>;
    },
    { retentionMs: 0 },
  );
}
