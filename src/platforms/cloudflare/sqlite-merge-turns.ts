import type { IncomingMessage } from "../../message.ts";
import type { Turn } from "../../turn.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { requireTurn, toTurn } from "./sqlite-turns.ts";

const WAITS = "status = 'accepted' AND is_closed = 0";

/** Those that nothing was done for yet; see `Memory`. */
export function readWaitingTurns(database: SqliteDatabase): readonly Turn[] {
  return database
    .query(`SELECT * FROM turns WHERE ${WAITS} ORDER BY sequence`)
    .flatMap((row) => toTurn(database, row) ?? []);
}

/** Makes one turn of several, in one transaction; see `Memory`. */
export function mergeTurns(
  database: SqliteDatabase,
  id: string,
  { others, message }: { others: readonly string[]; message: IncomingMessage },
): Turn | undefined {
  const { query } = database;
  const ids = JSON.stringify(others);
  const isOfOthers = `id IN (SELECT value FROM json_each(?)) AND ${WAITS}`;
  const waiting = query(`SELECT id FROM turns WHERE ${isOfOthers}`, ids);
  if (waiting.length < others.length) return undefined;
  const merged = query(
    `UPDATE turns SET message = ? WHERE id = ? AND status IN ('accepted', 'thinking')
       AND is_closed = 0 RETURNING id`,
    JSON.stringify(message),
    id,
  );
  if (merged.length === 0) return undefined;
  query(
    `UPDATE turns SET status = 'merged', is_closed = 1, message = NULL, merged_into = ? WHERE ${isOfOthers}`,
    id,
    ids,
  );
  return requireTurn(database, id);
}
