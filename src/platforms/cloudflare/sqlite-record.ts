import type { ConversationRecord, ReadOptions } from "../../archive.ts";
import { isEmptySettings } from "../../conversation/patch-settings.ts";
import type { Turn } from "../../turn.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { readHistory } from "./sqlite-history.ts";
import { readSettings } from "./sqlite-settings.ts";
import { toTurn } from "./sqlite-turns.ts";

/** More failed turns say nothing new. */
const MAX_FAILED = 100;

/** See `Memory`. */
export function readRecord(
  database: SqliteDatabase,
  options: ReadOptions | undefined,
): ConversationRecord | undefined {
  const settings = readSettings(database);
  const hasTurns =
    database.query("SELECT 1 FROM turns WHERE message IS NOT NULL LIMIT 1")
      .length > 0;
  if (hasTurns)
    return {
      settings,
      messages: readHistory(database, options),
      openTurns: readOpenTurns(database),
    };
  return isEmptySettings(settings)
    ? undefined
    : { settings, messages: [], openTurns: [] };
}

/** By the indexes of open turns and of failed ones: it is asked for with each page of a long history. */
function readOpenTurns(database: SqliteDatabase): Turn[] {
  const failed = `SELECT * FROM turns WHERE status = 'failed' AND sequence > ifnull(
      (SELECT sequence FROM turns WHERE status IN ('answered', 'delivered') ORDER BY sequence DESC LIMIT 1), 0)
    ORDER BY sequence DESC LIMIT ${MAX_FAILED}`;
  const unanswered =
    "SELECT * FROM turns WHERE is_closed = 0 AND status IN ('accepted', 'thinking')";
  return database
    .query(
      `${unanswered} UNION ALL SELECT * FROM (${failed}) ORDER BY sequence`,
    )
    .flatMap((row) => toTurn(database, row) ?? []);
}
