import { sumUsage } from "../../conversation/sum-usage.ts";
import type { IncomingMessage } from "../../message.ts";
import type { Turn, TurnStatus, TurnStep, Usage } from "../../turn.ts";
import { parseOwnJson } from "./parse-own-json.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

const STATUSES: readonly TurnStatus[] = [
  "accepted",
  "thinking",
  "answered",
  "delivered",
  "failed",
];

export function readTurn(
  database: SqliteDatabase,
  id: string,
): Turn | undefined {
  const [row] = database.query("SELECT * FROM turns WHERE id = ?", id);
  return row === undefined ? undefined : toTurn(database, row);
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
  };
}
