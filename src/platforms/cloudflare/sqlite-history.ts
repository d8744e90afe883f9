import type { HistoryExtent, HistoryMessage } from "../../history.ts";
import type { ReadOptions, RecordedMessage } from "../../archive.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

/** Oldest first. */
export function readHistory(
  { query }: SqliteDatabase,
  { newest = -1, before = Number.MAX_SAFE_INTEGER }: ReadOptions = {},
): RecordedMessage[] {
  return query(
    `SELECT messages.*, count(step) AS steps, total(json_array_length(step, '$.sources')) AS sources
     FROM messages LEFT JOIN steps ON steps.turn = messages.turn AND role = 'assistant'
     WHERE sequence < ? GROUP BY sequence ORDER BY sequence DESC LIMIT ?`,
    before,
    newest,
  )
    .map((row) => ({
      ...toHistoryMessage(row),
      steps: Number(row["steps"]),
      hasSources: Number(row["sources"]) > 0,
    }))
    .toReversed();
}

/**
 * From a message on, oldest first; by the primary key, so that older messages are not even read. Without what people have
 * edited since, and the answers to that.
 */
export function readHistoryFrom(
  { query }: SqliteDatabase,
  sequence: number,
): HistoryMessage[] {
  return query(
    "SELECT * FROM messages WHERE sequence >= ? AND is_superseded = 0 ORDER BY sequence",
    sequence,
  ).map(toHistoryMessage);
}

/** See `Memory`. */
export function measureHistory({ query }: SqliteDatabase): HistoryExtent {
  const [row] = query(
    "SELECT count(*) AS messages, min(at) AS since FROM messages WHERE is_superseded = 0",
  );
  const since = row?.["since"] ?? null;
  return {
    messages: Number(row?.["messages"]),
    ...(since !== null && { since: Number(since) }),
  };
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
