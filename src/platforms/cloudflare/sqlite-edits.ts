import type { IncomingMessage } from "../../message.ts";
import { changesMessage } from "../changes-message.ts";
import { parseOwnJson } from "../parse-own-json.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { MAY_BE_LISTED } from "./sqlite-failures.ts";

/** What an edited message finds. */
export type EditedTurn =
  /** The turn whose place its own takes. */
  | { readonly kind: "found"; readonly id: string }
  | { readonly kind: "outdated" }
  /** The message was never delivered before. */
  | { readonly kind: "unknown" };

/**
 * Finds the turn of the message that was edited: the conversation's newest one. An edit of an older message is outdated,
 * since others build upon that; so is one that changes nothing, and one of several messages that were answered together.
 */
export function findEditedTurn(
  { query }: SqliteDatabase,
  edit: IncomingMessage,
): EditedTurn {
  const known = query(
    "SELECT 1 FROM turns WHERE address = ? LIMIT 1",
    JSON.stringify(edit.replyTo),
  );
  if (known.length === 0) return { kind: "unknown" };
  const [row] = query(
    `SELECT id, message, EXISTS (SELECT 1 FROM turns AS part WHERE part.merged_into = turns.id) AS is_merged
     FROM turns WHERE message IS NOT NULL ORDER BY sequence DESC LIMIT 1`,
  );
  if (row === undefined || row["is_merged"] === 1) return { kind: "outdated" };
  const newest: IncomingMessage = parseOwnJson(row["message"]);
  return changesMessage(edit, newest)
    ? { kind: "found", id: String(row["id"]) }
    : { kind: "outdated" };
}

/**
 * When a turn begins that takes the place of another one, that one's reply becomes the preview of its own, so that it is
 * edited, its messages are not recalled any more, and where it had failed nobody can run it again. Does nothing for other
 * turns, and nothing once the turn has begun.
 */
export function supersede({ query }: SqliteDatabase, id: string): void {
  const [turn] = query(
    "SELECT supersedes FROM turns WHERE id = ? AND status = 'accepted' AND supersedes IS NOT NULL",
    id,
  );
  if (turn === undefined) return;
  const earlier = String(turn["supersedes"]);
  query(
    `INSERT OR IGNORE INTO previews
     SELECT ?, row_number() OVER (ORDER BY position) - 1, receipt
     FROM parts WHERE turn = ? AND receipt IS NOT NULL`,
    id,
    earlier,
  );
  query(
    `UPDATE turns SET status = 'delivered', failure = NULL, failed_at = NULL, ${MAY_BE_LISTED} WHERE id = ? AND status = 'failed'`,
    earlier,
  );
  query(
    `UPDATE messages SET is_superseded = 1
     WHERE sequence >= (SELECT start FROM history_window) AND turn = ?`,
    earlier,
  );
}
