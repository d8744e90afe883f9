import type { Forgotten } from "../../memory.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { MAY_BE_LISTED } from "./sqlite-failures.ts";
import { forgetSettings } from "./sqlite-settings.ts";
import { forgetShownPages } from "./sqlite-shown-pages.ts";
import { forgetWindow } from "./sqlite-window.ts";

/** In an update of turns: what is left of a turn that was forgotten is its id, its place and where it came from. */
export const FORGET_TURN =
  "message = NULL, reply = NULL, usage = NULL, is_closed = 1, status = 'forgotten'";

/**
 * Forgets a conversation, or what was in it before a turn; within a transaction. See `Memory` and
 * `FORGET_TURN`.
 */
export function forget(
  database: SqliteDatabase,
  before: string | undefined,
): Forgotten {
  const { query } = database;
  const border = before ?? null;
  const forgotten = `message IS NOT NULL AND sequence < ifnull((SELECT sequence FROM turns WHERE id = ?), 9e15)`;
  const open = query(
    `SELECT id FROM turns WHERE ${forgotten} AND status IN ('accepted', 'thinking')`,
    border,
  );
  const failed = query(
    `UPDATE turns SET ${MAY_BE_LISTED} WHERE ${forgotten} AND status = 'failed' RETURNING sequence`,
    border,
  );
  const turns = query(
    `UPDATE turns SET ${FORGET_TURN} WHERE ${forgotten} RETURNING sequence`,
    border,
  );
  const kept = "SELECT id FROM turns WHERE message IS NOT NULL";
  query(`DELETE FROM steps WHERE turn NOT IN (${kept})`);
  query(`DELETE FROM parts WHERE turn NOT IN (${kept})`);
  query(`DELETE FROM previews WHERE turn NOT IN (${kept})`);
  const messages = query(
    `DELETE FROM messages WHERE turn NOT IN (${kept}) RETURNING sequence`,
  );
  forgetShownPages(database);
  forgetWindow(database);
  return {
    messages: messages.length,
    turns: turns.length,
    openTurns: open.map(({ id }) => String(id)),
    failedTurns: failed.length,
    hadSettings: before === undefined && forgetSettings(database),
  };
}
