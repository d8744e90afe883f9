import {
  addSums,
  type CounterChange,
  type Counters,
  type Counting,
  fits,
  type Sums,
} from "../../counters.ts";
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

/** Counters in an SQLite database, and in memory where they count for two minutes at most. */
export function createSqliteCounters({
  database: { query, transaction },
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

  const write = ({ key, expiresAt }: CounterChange, sums: Sums): void => {
    if (expiresAt - now() <= MIN_STORED_MS) {
      brief.set(key, { sums, expiresAt });
      return;
    }
    remember(key, sums);
    query(
      "INSERT OR REPLACE INTO counters (key, sums, expires) VALUES (?, ?, ?)",
      key,
      JSON.stringify(sums),
      expiresAt,
    );
  };

  const add = (changes: readonly CounterChange[]): Counting => {
    clean();
    const before = changes.map(({ key }) => find(key));
    const index = changes.findIndex(
      (change, place) => !fits(change, before[place] ?? {}),
    );
    if (index !== -1)
      return { kind: "refused", index, sums: before[index] ?? {} };
    const sums = changes.map(({ add: added }, place) =>
      addSums(before[place] ?? {}, added),
    );
    for (const [place, change] of changes.entries())
      write(change, sums[place] ?? {});
    return { kind: "added", sums };
  };

  return {
    async add(changes) {
      try {
        return transaction(() => add(changes));
      } catch (error) {
        // Nothing of it is stored.
        known.clear();
        throw error;
      }
    },

    read: async (key) => find(key),
  };
}
