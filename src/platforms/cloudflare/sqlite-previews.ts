import type { Receipt, ReplyPart } from "../../channel.ts";
import type { PendingPart } from "../../memory.ts";
import { parseOwnJson } from "../parse-own-json.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** Keeps what was sent of a reply while it was written, until its turn is closed. */
export function notePreview(
  { query }: SqliteDatabase,
  turn: string,
  index: number,
  receipt: Receipt,
): void {
  query(
    "INSERT OR REPLACE INTO previews SELECT id, ?, ? FROM turns WHERE id = ? AND is_closed = 0",
    index,
    JSON.stringify(receipt),
    turn,
  );
}

export function readPreviews(
  { query }: SqliteDatabase,
  turn: string,
): readonly Receipt[] {
  return query(
    "SELECT receipt FROM previews WHERE turn = ? ORDER BY position",
    turn,
  ).map(({ receipt }) => parseOwnJson<Receipt>(receipt));
}

/** Of a turn that has ended and is not closed: the parts without receipt, with their previews, then the previews without part. */
export function readPendingParts(
  { query }: SqliteDatabase,
  turn: string,
): readonly PendingPart[] {
  const ended = query(
    "SELECT 1 FROM turns WHERE id = ? AND is_closed = 0 AND status IN ('answered', 'failed')",
    turn,
  );
  if (ended.length === 0) return [];
  return query(
    `SELECT parts.position, part, previews.receipt AS preview
     FROM parts LEFT JOIN previews ON previews.turn = parts.turn AND previews.position = parts.position
     WHERE parts.turn = ? AND parts.receipt IS NULL
     UNION ALL
     SELECT position, NULL, receipt FROM previews
     WHERE turn = ? AND position NOT IN (SELECT position FROM parts WHERE turn = ?)
     ORDER BY 1`,
    turn,
    turn,
    turn,
  ).map(({ position, part, preview }) =>
    toPendingPart(Number(position), {
      part: part === null ? undefined : parseOwnJson<ReplyPart>(part),
      preview: preview === null ? undefined : parseOwnJson<Receipt>(preview),
    }),
  );
}

function toPendingPart(
  index: number,
  {
    part,
    preview,
  }: { part: ReplyPart | undefined; preview: Receipt | undefined },
): PendingPart {
  if (part !== undefined && preview !== undefined)
    return { kind: "edit", index, part, preview };
  if (part !== undefined) return { kind: "send", index, part };
  if (preview !== undefined) return { kind: "remove", index, preview };
  throw new Error("A pending part has neither text nor preview.");
}

export function removePreview(
  { query }: SqliteDatabase,
  turn: string,
  index: number,
): void {
  query("DELETE FROM previews WHERE turn = ? AND position = ?", turn, index);
}

/** For a turn that is closed. Those stay whose parts did not get through: they may be tried again. */
export function removePreviews({ query }: SqliteDatabase, turn: string): void {
  query(
    `DELETE FROM previews WHERE turn = ?
     AND position NOT IN (SELECT position FROM parts WHERE turn = ? AND receipt IS NULL)`,
    turn,
    turn,
  );
}
