import { createTurnIndex } from "../../src/stores/turn-index.ts";
import type { TurnIndex } from "../../src/types/turn-index.ts";
import { createMemoryStores } from "./memory-store.ts";

/** An index of turns in memory, which do not expire. */
export function createMemoryTurnIndex(): TurnIndex {
  const stores = createMemoryStores<never>();
  return createTurnIndex({
    storeOf: (...name) => stores(name.join("/")),
    retentionMs: 0,
  });
}
