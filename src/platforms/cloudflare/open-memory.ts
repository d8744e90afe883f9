import { createMemory, type Memory } from "../../conversation/memory.ts";
import type { MemoryOptions } from "../../conversation/state/memory-context.ts";
import type { ConversationState } from "../../conversation/state/state.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import type { Env } from "./env.ts";
import { setUp } from "./set-up.ts";

/** Needs no lease: only this object writes its conversation. */
export function openMemory(
  { storage }: DurableObjectState,
  env: Env,
  options: Partial<Pick<MemoryOptions, "wakeBy" | "store" | "now">>,
): Memory {
  const { config, listing, telling } = setUp(env);
  const database = openDurableObjectDatabase(storage);
  return createMemory({
    store: createSqliteStore<ConversationState>({ database }),
    ...options,
    retentionMs: config.memory.retentionMs,
    keepsPages: config.tools.includes("read_page"),
    isIndexed: listing.turnIndex !== undefined,
    eventTypes: telling.types,
  });
}
