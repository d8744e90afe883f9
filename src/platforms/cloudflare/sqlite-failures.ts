import type { FailureReport } from "../../memory.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";
import { toTurn } from "./sqlite-turns.ts";

/**
 * In an update of a turn that has not failed any more. A report may have been broken off before it was noted: then the list
 * is told to drop a turn which it may not have, and that does no harm. One that fails anew is reported anew.
 */
export const MAY_BE_LISTED =
  "listed_under = ifnull(listed_under, json_extract(message, '$.conversation'))";

/** One alarm reports no more. */
const MAX_REPORTS = 20;

/** What the list of failed turns does not know yet; see `Memory`. The condition is that of an index. */
export function readUnreportedFailures(
  database: SqliteDatabase,
): readonly FailureReport[] {
  return database
    .query(
      `SELECT * FROM turns WHERE (status = 'failed' AND is_closed = 1) <> (listed_under IS NOT NULL)
       ORDER BY sequence LIMIT ?`,
      MAX_REPORTS,
    )
    .map((row) => toReport(database, row));
}

export function noteReported(
  { query }: SqliteDatabase,
  { kind, turn: { id, conversation } }: FailureReport,
): void {
  const listedUnder = kind === "failed" ? conversation : null;
  query("UPDATE turns SET listed_under = ? WHERE id = ?", listedUnder, id);
}

function toReport(database: SqliteDatabase, row: SqliteRow): FailureReport {
  const id = String(row["id"]);
  const listedUnder = row["listed_under"];
  if (typeof listedUnder === "string")
    return { kind: "recovered", turn: { id, conversation: listedUnder } };
  const turn = toTurn(database, row);
  if (turn === undefined)
    throw new Error("A failed turn has no message any more.");
  const { message, acceptedAt, failure = "error" } = turn;
  const { conversation, channel } = message;
  const attempts = Number(row["failed_attempts"]);
  const failedAt = Number(row["failed_at"]);
  return {
    kind: "failed",
    turn: {
      id,
      conversation,
      channel,
      failure,
      attempts,
      acceptedAt,
      failedAt,
    },
  };
}
