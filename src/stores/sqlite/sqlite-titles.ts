import type { Titles } from "../../types/titles.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { openTable, type Expiring } from "./sqlite-table.ts";

/**
 * Stores titles in an SQLite database. Reading does not create the table.
 * @param retentionMs 0: titles do not expire
 */
export function createSqliteTitles({
  database,
  retentionMs,
  now = Date.now,
}: {
  database: SqliteDatabase;
  retentionMs: number;
  now?: () => number;
}): Expiring<Titles> {
  const { query, create, erase } = openTable(database, "titles", [
    "CREATE TABLE IF NOT EXISTS titles (visitor TEXT, number INTEGER, title TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (visitor, number)) WITHOUT ROWID",
  ]);
  /** Titles of this time and earlier ones have expired. */
  const border = (): number => (retentionMs === 0 ? -1 : now() - retentionMs);

  return {
    async list(visitor) {
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
      create();
      query(
        "INSERT OR REPLACE INTO titles VALUES (?, ?, ?, ?)",
        visitor,
        number,
        title,
        at,
      );
      await database.sync();
    },

    async remove(visitor, number) {
      query(
        "DELETE FROM titles WHERE visitor = ? AND number = ?",
        visitor,
        number,
      );
      await database.sync();
    },

    expire() {
      if (retentionMs === 0) return undefined;
      const oldest = erase("at", border());
      return oldest && oldest + retentionMs;
    },
  };
}
