import { createMemory, type Memory } from "../../src/conversation/memory.ts";
import type { MemoryOptions } from "../../src/conversation/state/memory-context.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import type { SqliteDatabase } from "../../src/stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";

/** A conversation's memory as on Cloudflare. */
export function createSqliteMemory({
  database,
  ...options
}: {
  database: SqliteDatabase;
} & Omit<MemoryOptions, "store" | "leaseMs">): Memory {
  const store = createSqliteStore<ConversationState>({ database });
  return createMemory({ store, ...options });
}
