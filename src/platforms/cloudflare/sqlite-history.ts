import type { HistoryMessage } from "../../history.ts";
import type { RecordedMessage } from "../../ports.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

/** Oldest first; only the `newest` ones where that is given. */
export function readHistory(
  { query }: SqliteDatabase,
  newest = -1,
): RecordedMessage[] {
  return query(
    `SELECT messages.*, count(step) AS steps, total(json_array_length(step, '$.sources')) AS sources
     FROM messages LEFT JOIN steps ON steps.turn = messages.turn AND role = 'assistant'
     GROUP BY sequence ORDER BY sequence DESC LIMIT ?`,
    newest,
  )
    .map((row) => ({
      ...toHistoryMessage(row),
      steps: Number(row["steps"]),
      hasSources: Number(row["sources"]) > 0,
    }))
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
