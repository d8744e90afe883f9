import type { Recollection, WindowMove } from "../../history.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { readHistoryFrom } from "./sqlite-history.ts";
import { readSettings } from "./sqlite-settings.ts";

/** The window lies in one row, which the schema creates. */
export function recall(database: SqliteDatabase): Recollection {
  const [row] = database.query("SELECT * FROM history_window");
  const start = Number(row?.["start"]);
  const summary = row?.["summary"] ?? null;
  return {
    settings: readSettings(database),
    ...(summary !== null && { summary: String(summary) }),
    messages: readHistoryFrom(database, start),
    isCutUnannounced: start > 0 && row?.["is_announced"] === 0,
    version: Number(row?.["version"]),
  };
}

export function moveWindow(
  { query }: SqliteDatabase,
  { version, to, summary }: WindowMove,
): boolean {
  const moved = query(
    `UPDATE history_window SET start = ?, summary = ?, version = version + 1
     WHERE version = ? RETURNING version`,
    to,
    summary ?? null,
    version,
  );
  return moved.length > 0;
}

/** A window that was forgotten meanwhile has no cut that could be announced. */
export function noteCutAnnounced({ query }: SqliteDatabase): void {
  query("UPDATE history_window SET is_announced = 1 WHERE start > 0");
}

/** What is left of the history is in the window again. */
export function forgetWindow({ query }: SqliteDatabase): void {
  query(
    "UPDATE history_window SET start = 0, summary = NULL, is_announced = 0, version = version + 1",
  );
}
