import type { Source } from "../../turn.ts";
import { toPageKey } from "../../conversation/to-page-key.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** Notes what a step of the turn has among its sources; one row for each page, however often it is shown. */
export function noteShownPages(
  { query }: SqliteDatabase,
  turn: string,
  sources: readonly Source[],
): void {
  for (const { url } of sources)
    query(
      "INSERT OR REPLACE INTO shown_pages VALUES (?, ?)",
      toPageKey(url) ?? url,
      turn,
    );
}

export function wasShown({ query }: SqliteDatabase, url: string): boolean {
  const key = toPageKey(url);
  return (
    key !== undefined &&
    query("SELECT 1 FROM shown_pages WHERE url = ?", key).length > 0
  );
}

/** Keeps what the turns that are left have shown. */
export function forgetShownPages({ query }: SqliteDatabase): void {
  query(
    "DELETE FROM shown_pages WHERE turn NOT IN (SELECT id FROM turns WHERE message IS NOT NULL)",
  );
}
