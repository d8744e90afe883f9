import { sumUsage } from "../../conversation/sum-usage.ts";
import type { IncomingMessage } from "../../message.ts";
import type {
  FailureReason,
  Turn,
  TurnStatus,
  TurnStep,
  Usage,
} from "../../turn.ts";
import { parseOwnJson } from "../parse-own-json.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

const STATUSES: readonly TurnStatus[] = [
  "accepted",
  "thinking",
  "answered",
  "delivered",
  "failed",
];

const FAILURES: readonly FailureReason[] = [
  "model-unreachable",
  "model-refused",
  "no-answer",
  "unreadable",
  "error",
  "undelivered",
  "gone",
];

export function readTurn(
  database: SqliteDatabase,
  id: string,
): Turn | undefined {
  const [row] = database.query(
    `SELECT * FROM turns WHERE id =
       ifnull((SELECT merged_into FROM turns WHERE id = ?), ?)`,
    id,
    id,
  );
  return row === undefined ? undefined : toTurn(database, row);
}

/** A turn that is stored for sure. */
export function requireTurn(database: SqliteDatabase, id: string): Turn {
  const turn = readTurn(database, id);
  if (turn === undefined)
    throw new Error("A stored turn could not be read back.");
  return turn;
}

/** A row of `turns` with its steps; `undefined` for one that was forgotten. */
export function toTurn(
  { query }: SqliteDatabase,
  row: SqliteRow,
): Turn | undefined {
  if (row["message"] === null) return undefined;
  const message: IncomingMessage = parseOwnJson(row["message"]);
  const steps = query(
    "SELECT step FROM steps WHERE turn = ? ORDER BY position",
    message.id,
  ).map(({ step }): TurnStep => parseOwnJson(step));
  const usage: Usage =
    row["usage"] === null
      ? sumUsage(steps.map((step) => step.usage))
      : parseOwnJson(row["usage"]);
  const status = STATUSES.find((known) => known === row["status"]);
  const failure = FAILURES.find((known) => known === row["failure"]);
  if (status === undefined)
    throw new Error("A stored turn has an unknown status.");
  return {
    id: message.id,
    status,
    message,
    steps,
    ...(row["reply"] !== null && { reply: String(row["reply"]) }),
    usage,
    attempts: Number(row["attempts"]),
    acceptedAt: Number(row["accepted_at"]),
    ...(failure !== undefined && { failure }),
    ...(row["is_stopped"] === 1 && { isStopped: true }),
    ...(row["target"] !== null && { target: String(row["target"]) }),
  };
}
