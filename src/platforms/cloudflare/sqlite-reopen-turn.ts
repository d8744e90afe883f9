import type { Turn } from "../../turn.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { MAY_BE_LISTED } from "./sqlite-failures.ts";
import { readTurn, requireTurn } from "./sqlite-turns.ts";

/** Opens a failed turn again; within a transaction. See `Memory`. */
export function reopenTurn(
  database: SqliteDatabase,
  id: string,
): Turn | undefined {
  const [failed] = database.query(
    `SELECT failure IN ('undelivered', 'gone') AND reply <> '' AS has_answer FROM turns
     WHERE id = ? AND status = 'failed' AND is_closed = 1`,
    id,
  );
  if (failed === undefined) return undefined;
  if (failed["has_answer"] === 1) deliverAgain(database, id);
  else answerAgain(database, id);
  return requireTurn(database, id);
}

/** Opens the newest failed turn before the one that asks, once; within a transaction. See `Memory`. */
export function reopenLastFailed(
  database: SqliteDatabase,
  asking: string,
): Turn | undefined {
  const { query } = database;
  const target = query("SELECT target FROM turns WHERE id = ?", asking)[0]?.[
    "target"
  ];
  if (typeof target === "string") return readTurn(database, target);
  const [failed] = query(
    `SELECT id FROM turns WHERE status = 'failed' AND is_closed = 1
       AND sequence < (SELECT sequence FROM turns WHERE id = ?)
       AND json_extract(message, '$.command') IS NULL
     ORDER BY sequence DESC LIMIT 1`,
    asking,
  );
  if (failed === undefined) return undefined;
  const id = String(failed["id"]);
  query("UPDATE turns SET target = ? WHERE id = ?", id, asking);
  return reopenTurn(database, id);
}

const OPEN = `is_closed = 0, attempts = 0, failure = NULL, failed_at = NULL, ${MAY_BE_LISTED}`;

/** The history has the answer: what is left of it is sent. */
function deliverAgain({ query }: SqliteDatabase, id: string): void {
  query(`UPDATE turns SET ${OPEN}, status = 'answered' WHERE id = ?`, id);
}

/** As if it had not ended, nor been stopped before that. It was begun before, so that nothing is merged into it. */
function answerAgain({ query }: SqliteDatabase, id: string): void {
  query(
    `UPDATE turns SET ${OPEN}, status = 'thinking', reply = NULL, usage = NULL, is_stopped = 0 WHERE id = ?`,
    id,
  );
  query("DELETE FROM parts WHERE turn = ?", id);
}
