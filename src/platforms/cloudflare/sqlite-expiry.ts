import type { SqliteDatabase } from "./sqlite-database.ts";
import { MAY_BE_LISTED } from "./sqlite-failures.ts";
import { FORGET_TURN } from "./sqlite-forget.ts";
import { expireSettings } from "./sqlite-settings.ts";

const DAY_MS = 86_400_000;

/** Turns that are erased at a time: some ten rows each, which Cloudflare counts as written. */
const MAX_TURNS = 100;

/** Open turns never expire, whatever their age. The conditions are those of the indexes. */
const HAS_ENDED = "message IS NOT NULL AND is_closed = 1";
const IS_ERASED = "message IS NULL";

/**
 * Finds what is to be erased without going through the rest. Here and not in the schema: where all is kept, each turn
 * would pay for it.
 */
export function indexForExpiry({ query }: SqliteDatabase): void {
  for (const index of [
    `ended_turns ON turns (accepted_at) WHERE ${HAS_ENDED}`,
    `erased_turns ON turns (accepted_at) WHERE ${IS_ERASED}`,
    "messages_by_turn ON messages (turn)",
    "shown_pages_by_turn ON shown_pages (turn)",
  ])
    query(`CREATE INDEX IF NOT EXISTS ${index}`);
}

/** When the message of the oldest turn came that can be erased; `undefined` where there is none. */
export function findOldestEnded(database: SqliteDatabase): number | undefined {
  return findOldest(database, HAS_ENDED);
}

/** The same for turns of which the id is left. */
export function findOldestErased(database: SqliteDatabase): number | undefined {
  return findOldest(database, IS_ERASED);
}

/**
 * Erases turns that have ended and were accepted by then, with all that came of them: 100 of them, the oldest first. Their
 * ids stay for a day more, then they are erased, too, unless the list of failed turns has to learn of them still. Returns
 * whether there may be more.
 */
export function eraseExpired(
  database: SqliteDatabase,
  acceptedBy: number,
): boolean {
  return database.transaction(() => {
    const turns = eraseTurns(database, acceptedBy);
    expireSettings(database, acceptedBy);
    const ids = eraseIds(database, acceptedBy - DAY_MS);
    return Math.max(turns, ids) === MAX_TURNS;
  });
}

function eraseTurns(database: SqliteDatabase, acceptedBy: number): number {
  const { query } = database;
  const expired = query(
    `SELECT id FROM turns WHERE ${HAS_ENDED} AND accepted_at <= ? ORDER BY accepted_at LIMIT ?`,
    acceptedBy,
    MAX_TURNS,
  );
  if (expired.length === 0) return 0;
  const ids = JSON.stringify(expired.map(({ id }) => id));
  const areThese = "IN (SELECT value FROM json_each(?))";
  query(
    `UPDATE turns SET ${MAY_BE_LISTED} WHERE id ${areThese} AND status = 'failed'`,
    ids,
  );
  query(`UPDATE turns SET ${FORGET_TURN} WHERE id ${areThese}`, ids);
  for (const table of ["steps", "parts", "previews", "shown_pages"])
    query(`DELETE FROM ${table} WHERE turn ${areThese}`, ids);
  const messages = query(
    `DELETE FROM messages WHERE turn ${areThese} RETURNING sequence`,
    ids,
  );
  if (messages.length > 0) expireSummary(database);
  return expired.length;
}

/** With the last of the messages that it covers. A summary that is being written of what is gone now is not stored. */
function expireSummary({ query }: SqliteDatabase): void {
  query("UPDATE history_window SET version = version + 1");
  query(
    `UPDATE history_window SET start = 0, summary = NULL
     WHERE NOT EXISTS (SELECT 1 FROM messages WHERE sequence < start)`,
  );
}

/** An id that was merged into another turn stands for that one, as long as it is there. */
function eraseIds({ query }: SqliteDatabase, acceptedBy: number): number {
  const erased = query(
    `DELETE FROM turns WHERE sequence IN (
       SELECT sequence FROM turns AS part
       WHERE ${IS_ERASED} AND accepted_at <= ? AND listed_under IS NULL AND NOT EXISTS (
         SELECT 1 FROM turns AS whole WHERE whole.id = part.merged_into AND whole.message IS NOT NULL)
       ORDER BY accepted_at LIMIT ?)
     RETURNING sequence`,
    acceptedBy,
    MAX_TURNS,
  );
  return erased.length;
}

function findOldest(
  { query }: SqliteDatabase,
  condition: string,
): number | undefined {
  const [row] = query(
    `SELECT min(accepted_at) AS oldest FROM turns WHERE ${condition}`,
  );
  const oldest = row?.["oldest"] ?? null;
  return oldest === null ? undefined : Number(oldest);
}
