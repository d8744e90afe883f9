import type { CallbackState } from "../../http/callbacks/callback-state.ts";
import type { CallbackStore } from "../../http/callbacks/create-callback-queue.ts";
import { parseOwnJson } from "../../text/json.ts";
import type { TurnReference } from "../../types/mailbox.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { openTable } from "./sqlite-table.ts";

const TABLES = [
  // `due_at`: milliseconds since the epoch.
  `CREATE TABLE IF NOT EXISTS callbacks (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    state TEXT NOT NULL
  ) WITHOUT ROWID`,
  "CREATE INDEX IF NOT EXISTS callbacks_by_time ON callbacks (due_at)",
];

/** Callbacks of one conversation, with the times at which they are due. */
export interface SqliteCallbackStore extends CallbackStore {
  /** Due callbacks, the longest overdue first. */
  due(now: number, options: { limit: number }): readonly TurnReference[];
  /**
   * When the next callback is due, in milliseconds since the epoch; `undefined`
   * if there are none.
   */
  nextTime(): number | undefined;
}

/** Reading does not create the table. */
export function createSqliteCallbackStore({
  sync,
  transaction,
  ...database
}: SqliteDatabase): SqliteCallbackStore {
  const { query, create } = openTable(database, "callbacks", TABLES);
  const find = (id: string): CallbackState | undefined => {
    const [row] = query("SELECT state FROM callbacks WHERE id = ?", id);
    return row && parseOwnJson<CallbackState>(row["state"]);
  };

  return {
    find: async ({ id }) => find(id),

    async swap(before, after) {
      const isSwapped = transaction(() => {
        create();
        const { callback, version, dueAt } = after;
        if (find(callback.id)?.version !== before?.version) return false;
        query(
          "INSERT OR REPLACE INTO callbacks VALUES (?, ?, ?, ?)",
          callback.id,
          version,
          dueAt,
          JSON.stringify(after),
        );
        return true;
      });
      await sync();
      return isSwapped;
    },

    async remove({ id }) {
      query("DELETE FROM callbacks WHERE id = ?", id);
      await sync();
    },

    async forget() {
      query("DELETE FROM callbacks");
      await sync();
    },

    due: (now, { limit }) =>
      query(
        "SELECT state FROM callbacks WHERE due_at <= ? ORDER BY due_at LIMIT ?",
        now,
        limit,
      ).map(({ state }) => parseOwnJson<CallbackState>(state).callback),

    nextTime() {
      const [row] = query("SELECT min(due_at) AS next FROM callbacks");
      const next = row?.["next"] ?? null;
      return next === null ? undefined : Number(next);
    },
  };
}
