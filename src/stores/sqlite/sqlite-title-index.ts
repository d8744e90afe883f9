import type { TitleIndex } from "../../types/titles.ts";
import { findTitles, SEARCHED_TITLES } from "../find-titles.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { openTable, type Expiring } from "./sqlite-table.ts";

const CREATE = [
  "CREATE TABLE IF NOT EXISTS title_index (conversation TEXT PRIMARY KEY, title TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE INDEX IF NOT EXISTS title_index_by_time ON title_index (at)",
];

/**
 * Stores an index of titles in an SQLite database. Reading does not create the
 * table.
 * @param retentionMs 0: titles do not expire
 */
export function createSqliteTitleIndex({
  database,
  retentionMs,
  now = Date.now,
}: {
  database: SqliteDatabase;
  retentionMs: number;
  now?: () => number;
}): Expiring<TitleIndex> {
  const { query, create, erase } = openTable(database, "title_index", CREATE);
  /** Titles of this time and earlier ones have expired. */
  const border = (): number => (retentionMs === 0 ? -1 : now() - retentionMs);

  return {
    async put({ conversation, title, at }) {
      create();
      query(
        "INSERT OR REPLACE INTO title_index VALUES (?, ?, ?)",
        conversation,
        title,
        at,
      );
      await database.sync();
    },

    async remove(conversation) {
      query("DELETE FROM title_index WHERE conversation = ?", conversation);
      await database.sync();
    },

    async search(text, options) {
      const titles = query(
        "SELECT * FROM title_index WHERE at > ? ORDER BY at DESC LIMIT ?",
        border(),
        SEARCHED_TITLES,
      ).map(({ conversation, title, at }) => ({
        conversation: String(conversation),
        title: String(title),
        at: Number(at),
      }));
      return findTitles(titles, text, options);
    },

    expire() {
      if (retentionMs === 0) return undefined;
      const oldest = erase("at", border());
      return oldest && oldest + retentionMs;
    },
  };
}
