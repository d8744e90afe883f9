import { addSums, type Counters, fits, type Sums } from "../../counters.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** What counts for less time from now on is not worth a write: at worst, after a restart, two minutes of a limit begin again. */
const MIN_STORED_MS = 120_000;

const CLEANING_MS = 3_600_000;
/** Those in memory go sooner: strangers may make many of them. */
const BRIEF_CLEANING_MS = 60_000;

/** So many sums of the day are kept in memory. */
const MAX_KNOWN = 2_000;

interface Row {
  readonly sums: Sums;
  readonly expiresAt: number;
}

interface StoredRow extends Row {
  readonly key: string;
}

/**
 * Counters in an SQLite database, and in memory where they count for two minutes at most. All that is stored of a change goes into one
 * statement, so that all of it is, or nothing: at most 33 sums, since a statement takes 100 values
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
  const brief = new Map<string, Row>();
  /** What was read or written last of those that are stored: nobody else writes to this database. */
  const known = new Map<string, Sums>();
  let cleanedAt = 0;
  let briefCleanedAt = 0;

  const clean = (): void => {
    if (now() - briefCleanedAt >= BRIEF_CLEANING_MS) {
      briefCleanedAt = now();
      for (const [key, { expiresAt }] of brief)
        if (expiresAt <= now()) brief.delete(key);
    }
    if (now() - cleanedAt < CLEANING_MS) return;
    cleanedAt = now();
    query("DELETE FROM counters WHERE expires <= ?", now());
    known.clear();
  };

  const remember = (key: string, sums: Sums): Sums => {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, sums);
    return sums;
  };

  const find = (key: string): Sums => {
    const sums = brief.get(key)?.sums ?? known.get(key);
    if (sums !== undefined) return sums;
    const [stored] = query("SELECT sums FROM counters WHERE key = ?", key);
    return stored === undefined
      ? {}
      : remember(key, JSON.parse(String(stored["sums"])));
  };

  const write = (rows: readonly StoredRow[]): void => {
    const brieflyUntil = now() + MIN_STORED_MS;
    const stored = rows.filter(({ expiresAt }) => expiresAt > brieflyUntil);
    if (stored.length > 0)
      query(
        `INSERT OR REPLACE INTO counters (key, sums, expires) VALUES ${stored.map(() => "(?, ?, ?)").join(", ")}`,
        ...stored.flatMap(({ key, sums, expiresAt }) => [
          key,
          JSON.stringify(sums),
          expiresAt,
        ]),
      );
    for (const { key, sums, expiresAt } of rows)
      if (expiresAt > brieflyUntil) remember(key, sums);
      else brief.set(key, { sums, expiresAt });
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
