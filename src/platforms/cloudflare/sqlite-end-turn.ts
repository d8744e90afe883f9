import type { Outcome } from "../../memory.ts";
import type { Memory } from "../../conversation/memory.ts";
import type { Turn } from "../../turn.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { readPreviews, removePreviews } from "./sqlite-previews.ts";
import { requireTurn } from "./sqlite-turns.ts";
import { noteCutAnnounced } from "./sqlite-window.ts";

/** Ends a turn with its history and parts; within a transaction. See `Memory`. */
export function commitTurn(
  database: SqliteDatabase,
  id: string,
  { outcome, at }: { outcome: Outcome; at: number },
): Turn | undefined {
  const { status, parts, reply, usage, failure = "error" } = outcome;
  const isFailed = status === "failed";
  const isSent = parts.length === 0 && readPreviews(database, id).length === 0;
  const [ended] = database.query(
    `UPDATE turns SET status = ?, is_closed = ?, reply = ?, usage = ?, is_stopped = ?, failure = ?, failed_at = ?,
       failed_attempts = attempts, attempts = 1, listed_under = iif(?, NULL, listed_under)
     WHERE id = ? AND status IN ('accepted', 'thinking') AND is_closed = 0 RETURNING accepted_at`,
    isSent && !isFailed ? "delivered" : status,
    isSent ? 1 : 0,
    reply,
    JSON.stringify(usage),
    outcome.isStopped ? 1 : 0,
    isFailed ? failure : null,
    isFailed ? at : null,
    isFailed ? 1 : 0,
    id,
  );
  if (ended === undefined) return undefined;
  const askedAt = Number(ended["accepted_at"]);
  addOutcome(database, id, outcome, { askedAt, answeredAt: at });
  return requireTurn(database, id);
}

/** Ends all work on a turn; within a transaction. See `Memory`. */
export function closeTurn(
  database: SqliteDatabase,
  id: string,
  {
    status,
    failure = "undelivered",
    at,
  }: Parameters<Memory["closeTurn"]>[1] & { at: number },
): void {
  const isFailed = status === "failed";
  const closed = database.query(
    `UPDATE turns SET is_closed = 1, status = ?, failure = ifnull(failure, ?), failed_at = ifnull(failed_at, ?),
       failed_attempts = iif(failure IS NULL, attempts, failed_attempts), listed_under = iif(?, NULL, listed_under)
     WHERE id = ? AND is_closed = 0 RETURNING id`,
    status,
    isFailed ? failure : null,
    isFailed ? at : null,
    isFailed ? 1 : 0,
    id,
  );
  removePreviews(database, id);
  if (closed.length > 0 && isFailed && failure === "gone")
    closeUnanswered(database, at);
}

/**
 * With whoever has left: an answer would reach nobody. Commands are kept, since what they do is not to be told only, and
 * asides, which end without an answer and are nothing to be tried again.
 */
function closeUnanswered({ query }: SqliteDatabase, at: number): void {
  query(
    `UPDATE turns SET is_closed = 1, status = 'failed', failure = 'gone', failed_at = ?, failed_attempts = attempts,
       reply = '', listed_under = NULL
     WHERE is_closed = 0 AND status IN ('accepted', 'thinking')
       AND json_extract(message, '$.command') IS NULL AND json_extract(message, '$.isAside') IS NULL`,
    at,
  );
}

function addOutcome(
  database: SqliteDatabase,
  id: string,
  outcome: Outcome,
  { askedAt, answeredAt }: { askedAt: number; answeredAt: number },
): void {
  const { query } = database;
  for (const { role, text, tokens } of outcome.history) {
    query(
      "INSERT INTO messages (turn, role, text, tokens, at) VALUES (?, ?, ?, ?, ?)",
      id,
      role,
      text,
      tokens,
      role === "user" ? askedAt : answeredAt,
    );
  }
  for (const [index, part] of outcome.parts.entries()) {
    query(
      "INSERT INTO parts (turn, position, part) VALUES (?, ?, ?)",
      id,
      index,
      JSON.stringify(part),
    );
  }
  if (outcome.announcesCut) noteCutAnnounced(database);
}
