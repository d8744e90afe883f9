import type { HistoryMessage } from "../../history.ts";
import type { RecordedMessage } from "../../ports.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

/** Oldest first; only the `newest` ones where that is given. */
export function readHistory(
  { query }: SqliteDatabase,
  newest = -1,
): RecordedMessage[] {
  return query(
    `SELECT *, iif(role = 'user', 0, (SELECT count(*) FROM steps WHERE steps.turn = messages.turn)) AS steps
     FROM messages ORDER BY sequence DESC LIMIT ?`,
    newest,
  )
    .map((row) => ({ ...toHistoryMessage(row), steps: Number(row["steps"]) }))
    .toReversed();
}

/** From a message on, oldest first; by the primary key, so that older messages are not even read. */
export function readHistoryFrom(
  { query }: SqliteDatabase,
  sequence: number,
): HistoryMessage[] {
  return query(
    "SELECT * FROM messages WHERE sequence >= ? ORDER BY sequence",
    sequence,
  ).map(toHistoryMessage);
}

function toHistoryMessage(row: SqliteRow): HistoryMessage {
  return {
    sequence: Number(row["sequence"]),
    turn: String(row["turn"]),
    role: row["role"] === "user" ? "user" : "assistant",
    text: String(row["text"]),
    tokens: Number(row["tokens"]),
    at: Number(row["at"]),
  };
}
