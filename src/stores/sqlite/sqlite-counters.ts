import {
  addSums,
  fits,
  type Counters,
  type Sums,
} from "../../types/counters.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/**
 * Sums that expire within this time are kept only in memory. After a restart,
 * at most two minutes of a limit start over.
 */
const MIN_STORED_MS = 120_000;

const CLEANING_MS = 3_600_000;
/**
 * Sums in memory are cleaned up more often, since strangers may create many.
 */
const MEMORY_CLEANING_MS = 60_000;

/** Stored sums that are also in memory, which spares reading them. */
const MAX_RECENT = 1_000;

interface Row {
  readonly sums: Sums;
  readonly expiresAt: number;
}

interface StoredRow extends Row {
  readonly key: string;
}

/**
 * Stores counters in an SQLite database, and those that expire within two
 * minutes in memory. A change is stored atomically by one statement: at most 33
 * sums, since a statement takes 100 values
 * (https://developers.cloudflare.com/durable-objects/platform/limits/).
 */
export function createSqliteCounters({
  database: { query },
  now = Date.now,
}: {
  database: SqliteDatabase;
  now?: () => number;
}): Counters {
  query(
    "CREATE TABLE IF NOT EXISTS counters (key TEXT PRIMARY KEY, sums TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID",
  );
  const shortLived = new Map<string, Row>();
  /** Valid, since this is the database's only writer. */
  const recent = new Map<string, Sums>();
  let cleanedAt = 0;
  let memoryCleanedAt = 0;

  const clean = (): void => {
    if (now() - memoryCleanedAt >= MEMORY_CLEANING_MS) {
      memoryCleanedAt = now();
      for (const [key, { expiresAt }] of shortLived)
        if (expiresAt <= now()) shortLived.delete(key);
    }
    if (now() - cleanedAt < CLEANING_MS) return;
    cleanedAt = now();
    recent.clear();
    query("DELETE FROM counters WHERE expires <= ?", now());
  };

  const find = (key: string): Sums => {
    const sums = shortLived.get(key)?.sums ?? recent.get(key);
    if (sums !== undefined) return sums;
    const [stored] = query("SELECT sums FROM counters WHERE key = ?", key);
    return stored === undefined ? {} : JSON.parse(String(stored["sums"]));
  };

  const write = (rows: readonly StoredRow[]): void => {
    const storedFrom = now() + MIN_STORED_MS;
    const stored = rows.filter(({ expiresAt }) => expiresAt > storedFrom);
    if (stored.length > 0)
      query(
        `INSERT OR REPLACE INTO counters (key, sums, expires) VALUES ${stored.map(() => "(?, ?, ?)").join(", ")}`,
        ...stored.flatMap(({ key, sums, expiresAt }) => [
          key,
          JSON.stringify(sums),
          expiresAt,
        ]),
      );
    if (recent.size > MAX_RECENT) recent.clear();
    for (const { key, sums, expiresAt } of rows)
      if (expiresAt > storedFrom) recent.set(key, sums);
      else shortLived.set(key, { sums, expiresAt });
  };

  return {
    async add(changes) {
      clean();
      const before = changes.map(({ key }) => find(key));
      const index = changes.findIndex(
        (change, place) => !fits(change, before[place] ?? {}),
      );
      if (index !== -1)
        return { kind: "refused", index, sums: before[index] ?? {} };
      const after = changes.map(({ key, add, expiresAt }, place) => ({
        key,
        sums: addSums(before[place] ?? {}, add),
        expiresAt,
      }));
      write(after);
      return { kind: "added", sums: after.map(({ sums }) => sums) };
    },

    read: async (key) => find(key),
  };
}
