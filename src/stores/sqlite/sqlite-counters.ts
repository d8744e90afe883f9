import {
  addSums,
  type CounterChange,
  type Counters,
  fits,
  type Sums,
} from "../../counters.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** What counts for less time is not worth a write: at worst a minute's limit begins again. */
const MIN_STORED_MS = 120_000;

const CLEANING_MS = 3_600_000;
/** Those in memory go sooner: strangers may make many of them. */
const BRIEF_CLEANING_MS = 60_000;

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
  };

  const find = (key: string): Sums => {
    const row = brief.get(key);
    if (row !== undefined) return row.sums;
    const [stored] = query("SELECT sums FROM counters WHERE key = ?", key);
    return stored === undefined ? {} : JSON.parse(String(stored["sums"]));
  };

  const write = ({ key, expiresAt }: CounterChange, sums: Sums): void => {
    if (expiresAt - now() <= MIN_STORED_MS) {
      brief.set(key, { sums, expiresAt });
      return;
    }
    query(
      "INSERT OR REPLACE INTO counters (key, sums, expires) VALUES (?, ?, ?)",
      key,
      JSON.stringify(sums),
      expiresAt,
    );
  };

  return {
    add: async (changes) =>
      transaction(() => {
        clean();
        const before = changes.map(({ key }) => find(key));
        const index = changes.findIndex(
          (change, place) => !fits(change, before[place] ?? {}),
        );
        if (index !== -1)
          return { kind: "refused", index, sums: before[index] ?? {} };
        const sums = changes.map(({ add }, place) =>
          addSums(before[place] ?? {}, add),
        );
        for (const [place, change] of changes.entries())
          write(change, sums[place] ?? {});
        return { kind: "added", sums };
      }),

    read: async (key) => find(key),
  };
}
