import type { TurnStep } from "../../turn.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { noteShownPages } from "./sqlite-shown-pages.ts";

/** Stores steps of a turn that is being thought about; within a transaction. See `Memory`. */
export function saveSteps(
  database: SqliteDatabase,
  turn: string,
  { from, steps }: { from: number; steps: readonly TurnStep[] },
): void {
  for (const [place, step] of steps.entries()) {
    const saved = database.query(
      `INSERT OR REPLACE INTO steps SELECT id, ?, ? FROM turns
       WHERE id = ? AND status = 'thinking' AND is_closed = 0 RETURNING turn`,
      from + place,
      JSON.stringify(step),
      turn,
    );
    if (saved.length > 0) noteShownPages(database, turn, step.sources ?? []);
  }
}
