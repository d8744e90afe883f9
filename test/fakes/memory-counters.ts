import { createSqliteCounters } from "../../src/stores/sqlite/sqlite-counters.ts";
import { createNodeSqliteDatabase } from "./node-sqlite-database.ts";

/** Counters that nothing survives. */
export function createMemoryCounters({
  now = Date.now,
}: { now?: () => number } = {}) {
  return createSqliteCounters({ database: createNodeSqliteDatabase(), now });
}
