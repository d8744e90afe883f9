import { parseOwnJson } from "../../text/json.ts";
import {
  AUDIT_MS,
  createActionId,
  toIdBound,
  type AuditLog,
  type OperatorAction,
} from "../../types/audit-log.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/**
 * Stores an audit log in an SQLite database. An addition erases what is older
 * than the log keeps.
 */
export function createSqliteAuditLog({
  database: { query, sync },
  now = Date.now,
}: {
  database: SqliteDatabase;
  now?: () => number;
}): AuditLog {
  const create = () =>
    query(
      "CREATE TABLE IF NOT EXISTS actions (id TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID",
    );
  return {
    async add(action) {
      create();
      query("DELETE FROM actions WHERE id < ?", toIdBound(now() - AUDIT_MS));
      query(
        "INSERT INTO actions VALUES (?, ?)",
        createActionId(action),
        JSON.stringify(action),
      );
      await sync();
    },

    async list({ before = "~", limit }) {
      create();
      return query(
        "SELECT id, body FROM actions WHERE id < ? AND id >= ? ORDER BY id DESC LIMIT ?",
        before,
        toIdBound(now() - AUDIT_MS),
        limit,
      ).map(({ id, body }) => ({
        ...parseOwnJson<OperatorAction>(body),
        id: String(id),
      }));
    },
  };
}
