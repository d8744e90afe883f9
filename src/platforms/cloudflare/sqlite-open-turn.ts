import type { IncomingMessage } from "../../message.ts";
import type { Opening } from "../../memory.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { findEditedTurn } from "./sqlite-edits.ts";
import { readTurn, requireTurn } from "./sqlite-turns.ts";

/** Stores a message as a turn, in one transaction; see `Memory`. */
export function openTurn(
  database: SqliteDatabase,
  message: IncomingMessage,
  {
    limit,
    isStop = false,
    at,
  }: { limit: number; isStop?: boolean; at: number },
): Opening {
  const { query } = database;
  return database.transaction(() => {
    if (query("SELECT 1 FROM turns WHERE id = ?", message.id).length > 0) {
      const turn = readTurn(database, message.id);
      return turn === undefined
        ? { kind: "forgotten" }
        : { kind: "known", turn };
    }
    if (message.isAside && !albumWaits(database, message))
      return { kind: "outdated" };
    const edited = message.isEdit
      ? findEditedTurn(database, message)
      : undefined;
    if (edited?.kind === "outdated") return edited;
    const open = countOpenTurns(database);
    if (open >= limit)
      return { kind: "full", limit, isFirst: noteRefusal(database) };
    if (open < limit / 2) query("DELETE FROM settings WHERE name = 'is_full'");
    query(
      "INSERT INTO turns (id, status, message, address, accepted_at, target, supersedes) VALUES (?, 'accepted', ?, ?, ?, ?, ?)",
      message.id,
      JSON.stringify(edited?.kind === "unknown" ? asNew(message) : message),
      JSON.stringify(message.replyTo),
      at,
      isStop ? stopCurrent(database) : null,
      edited?.kind === "found" ? edited.id : null,
    );
    return { kind: "opened", turn: requireTurn(database, message.id) };
  });
}

/** Once the turn of an album has begun, nothing more becomes a part of it. */
function albumWaits(
  { query }: SqliteDatabase,
  { album, author }: IncomingMessage,
): boolean {
  const waiting = query(
    `SELECT 1 FROM turns WHERE is_closed = 0 AND status = 'accepted'
       AND json_extract(message, '$.album') = ? AND json_extract(message, '$.author.id') = ?
     LIMIT 1`,
    album ?? null,
    author.id,
  );
  return waiting.length > 0;
}

/** There is nothing that it takes the place of. */
function asNew(edit: IncomingMessage): IncomingMessage {
  const { isEdit: _, ...message } = edit;
  return message;
}

/** Marks a turn as to be stopped; see `Memory`. */
export function stopTurn({ query }: SqliteDatabase, id: string): boolean {
  const stopped = query(
    "UPDATE turns SET is_stopped = 1 WHERE id = ? AND status IN ('accepted', 'thinking') RETURNING id",
    id,
  );
  return stopped.length > 0;
}

/** An older turn that was opened again waits for the one that runs: nobody means that one before it has begun. */
function stopCurrent(database: SqliteDatabase): string | null {
  const [current] = database.query(
    `SELECT id FROM turns WHERE is_closed = 0 AND status IN ('accepted', 'thinking')
       AND json_extract(message, '$.command') IS NULL
     ORDER BY attempts = 0, sequence LIMIT 1`,
  );
  if (current === undefined) return null;
  const id = String(current["id"]);
  stopTurn(database, id);
  return id;
}

/** Whether it is the first since that was last forgotten. */
function noteRefusal({ query }: SqliteDatabase): boolean {
  const noted = query(
    "INSERT OR IGNORE INTO settings VALUES ('is_full', 1) RETURNING name",
  );
  return noted.length > 0;
}

function countOpenTurns({ query }: SqliteDatabase): number {
  const [row] = query("SELECT count(*) AS open FROM turns WHERE is_closed = 0");
  return Number(row?.["open"]);
}
