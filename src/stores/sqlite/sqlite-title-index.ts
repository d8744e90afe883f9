import type { TitleIndex } from "../../types/titles.ts";
import { findTitles, SEARCHED_TITLES } from "../find-titles.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

export interface SqliteTitleIndex extends TitleIndex {
  /**
   * Erases expired titles. Returns when the next one expires, in epoch
   * milliseconds; `undefined` if none does.
   */
  expire(): number | undefined;
}

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
  database: { query, sync },
  retentionMs,
  now = Date.now,
}: {
  database: SqliteDatabase;
  retentionMs: number;
  now?: () => number;
}): SqliteTitleIndex {
  const hasTable = (): boolean =>
    query("SELECT 1 FROM sqlite_master WHERE name = 'title_index'").length > 0;
  /** Titles of this time and earlier ones have expired. */
  const border = (): number => (retentionMs === 0 ? -1 : now() - retentionMs);

  return {
    async put({ conversation, title, at }) {
      for (const statement of CREATE) query(statement);
      query(
        "INSERT OR REPLACE INTO title_index VALUES (?, ?, ?)",
        conversation,
        title,
        at,
      );
      await sync();
    },

    async remove(conversation) {
      if (!hasTable()) return;
      query("DELETE FROM title_index WHERE conversation = ?", conversation);
      await sync();
    },

    async search(text, options) {
      if (!hasTable()) return [];
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
      if (retentionMs === 0 || !hasTable()) return undefined;
      query("DELETE FROM title_index WHERE at <= ?", border());
      const [oldest] = query("SELECT at FROM title_index ORDER BY at LIMIT 1");
      return oldest && Number(oldest["at"]) + retentionMs;
    },
  };
}
