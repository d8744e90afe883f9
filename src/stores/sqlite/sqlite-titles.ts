import type { Titles } from "../../types/titles.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

export interface SqliteTitles extends Titles {
  /**
   * Erases expired titles. Returns when the next one expires, in epoch
   * milliseconds; `undefined` if none does.
   */
  expire(): number | undefined;
}

/**
 * Stores titles in an SQLite database. Reading does not create the table.
 * @param retentionMs 0: titles do not expire
 */
export function createSqliteTitles({
  database: { query, sync },
  retentionMs,
  now = Date.now,
}: {
  database: SqliteDatabase;
  retentionMs: number;
  now?: () => number;
}): SqliteTitles {
  const hasTable = (): boolean =>
    query("SELECT 1 FROM sqlite_master WHERE name = 'titles'").length > 0;
  /** Titles of this time and earlier ones have expired. */
  const border = (): number => (retentionMs === 0 ? -1 : now() - retentionMs);

  return {
    async list(visitor) {
      if (!hasTable()) return [];
      const rows = query(
        "SELECT number, title, at FROM titles WHERE visitor = ? AND at > ? ORDER BY at DESC",
        visitor,
        border(),
      );
      return rows.map(({ number, title, at }) => ({
        number: Number(number),
        title: String(title),
        at: Number(at),
      }));
    },

    async put(visitor, { number, title, at }) {
      query(
        "CREATE TABLE IF NOT EXISTS titles (visitor TEXT, number INTEGER, title TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (visitor, number)) WITHOUT ROWID",
      );
      query(
        "INSERT OR REPLACE INTO titles VALUES (?, ?, ?, ?)",
        visitor,
        number,
        title,
        at,
      );
      await sync();
    },

    async remove(visitor, number) {
      if (!hasTable()) return;
      query(
        "DELETE FROM titles WHERE visitor = ? AND number = ?",
        visitor,
        number,
      );
      await sync();
    },

    expire() {
      if (retentionMs === 0 || !hasTable()) return undefined;
      query("DELETE FROM titles WHERE at <= ?", border());
      const [oldest] = query("SELECT at FROM titles ORDER BY at LIMIT 1");
      return oldest && Number(oldest["at"]) + retentionMs;
    },
  };
}
