import { createSqliteCounters } from "../../src/stores/sqlite/sqlite-counters.ts";
import type { Counters } from "../../src/types/counters.ts";
import { createNodeSqliteDatabase } from "./node-sqlite-database.ts";

/**
 * In-memory counters. Throws if a key is used for two periods, see
 * `CounterChange`.
 */
export function createMemoryCounters({
  now = Date.now,
}: { now?: () => number } = {}): Counters {
  const database = createNodeSqliteDatabase();
  const counters = createSqliteCounters({ database, now });
  const expiries = new Map<string, number>();
  return {
    ...counters,
    async add(changes) {
      for (const { key, expiresAt } of changes) {
        const known = expiries.get(key) ?? expiresAt;
        expiries.set(key, known);
        if (known !== expiresAt)
          throw new Error(`The key ${key} does not contain its period.`);
      }
      return counters.add(changes);
    },
  };
}
