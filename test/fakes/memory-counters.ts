import { createSqliteCounters } from "../../src/stores/sqlite/sqlite-counters.ts";
import { createNodeSqliteDatabase } from "./node-sqlite-database.ts";

/** In-memory counters. */
export function createMemoryCounters({
  now = Date.now,
}: { now?: () => number } = {}) {
  return createSqliteCounters({ database: createNodeSqliteDatabase(), now });
}
