import type { HistoryExtent, HistoryMessage } from "../../history.ts";
import type { ReadOptions, RecordedMessage } from "../../archive.ts";
import { parseOwnJson } from "../parse-own-json.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

/** Oldest first. */
export function readHistory(
  { query }: SqliteDatabase,
  {
    newest,
    oldest,
    before = Number.MAX_SAFE_INTEGER,
    after = 0,
  }: ReadOptions = {},
): RecordedMessage[] {
  const isOldestFirst = oldest !== undefined;
  const rows = query(
    `SELECT messages.*, count(step) AS steps, total(json_array_length(step, '$.sources')) AS sources,
       json_extract(turns.message, '$.author.id') AS author, json_extract(turns.message, '$.metadata') AS metadata
     FROM messages LEFT JOIN steps ON steps.turn = messages.turn AND role = 'assistant'
       LEFT JOIN turns ON turns.id = messages.turn
     WHERE messages.sequence > ? AND messages.sequence < ? GROUP BY messages.sequence
     ORDER BY messages.sequence ${isOldestFirst ? "ASC" : "DESC"} LIMIT ?`,
    after,
    before,
    oldest ?? newest ?? -1,
  );
  const messages = rows.map(toRecordedMessage);
  return isOldestFirst ? messages : messages.toReversed();
}

function toRecordedMessage(row: SqliteRow): RecordedMessage {
  const { author = null, metadata = null } = row;
  return {
    ...toHistoryMessage(row),
    steps: Number(row["steps"]),
    hasSources: Number(row["sources"]) > 0,
    ...(author !== null && { author: String(author) }),
    ...(metadata !== null && { metadata: parseOwnJson(metadata) }),
  };
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
