import {
  isEmptySettings,
  patchSettings,
} from "../../conversation/patch-settings.ts";
import type {
  ConversationSettings,
  SettingsChange,
  SettingsPatch,
} from "../../settings.ts";
import { parseOwnJson } from "../parse-own-json.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** The settings lie in one row, where there are any. */
export function readSettings({ query }: SqliteDatabase): ConversationSettings {
  const [row] = query("SELECT settings FROM caller_settings");
  return row === undefined ? {} : parseOwnJson(row["settings"]);
}

/** Within a transaction; see `Memory`. */
export function changeSettings(
  database: SqliteDatabase,
  { patch, at }: { patch: SettingsPatch; at: number },
): SettingsChange {
  const change = patchSettings(readSettings(database), patch);
  if (change.kind === "too-many") return change;
  forgetSettings(database);
  if (!isEmptySettings(change.settings))
    database.query(
      "INSERT INTO caller_settings VALUES (?, ?)",
      JSON.stringify(change.settings),
      at,
    );
  return change;
}

/** Returns whether there were any. */
export function forgetSettings({ query }: SqliteDatabase): boolean {
  return query("DELETE FROM caller_settings RETURNING changed_at").length > 0;
}

/** Settings go with the last turn, unless they were changed since. */
const IS_UNUSED = "NOT EXISTS (SELECT 1 FROM turns WHERE message IS NOT NULL)";

/** When settings were changed that no turn is left for; `undefined` where there are none. */
export function findUnusedSettings({
  query,
}: SqliteDatabase): number | undefined {
  const [row] = query(
    `SELECT changed_at FROM caller_settings WHERE ${IS_UNUSED}`,
  );
  return row === undefined ? undefined : Number(row["changed_at"]);
}

/** Erases settings that were changed by then and that no turn is left for. */
export function expireSettings(
  { query }: SqliteDatabase,
  changedBy: number,
): void {
  query(
    `DELETE FROM caller_settings WHERE changed_at <= ? AND ${IS_UNUSED}`,
    changedBy,
  );
}
