import { migrateSchema } from "./migrate-schema.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** Each entry brings the schema one version further; entries are never changed, only added. */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    // Days and minutes are counted since the epoch. `minute`: the last one in which the person sent something, with the number of messages in it, and the id of the first one too many.
    `CREATE TABLE days (
      day INTEGER NOT NULL,
      person TEXT NOT NULL,
      tokens INTEGER NOT NULL DEFAULT 0,
      messages INTEGER NOT NULL DEFAULT 0,
      minute INTEGER NOT NULL DEFAULT 0,
      messages_in_minute INTEGER NOT NULL DEFAULT 0,
      first_excess TEXT,
      PRIMARY KEY (day, person)
    ) WITHOUT ROWID`,
    `CREATE TABLE messages (
      day INTEGER NOT NULL,
      person TEXT NOT NULL,
      id TEXT NOT NULL,
      PRIMARY KEY (day, person, id)
    ) WITHOUT ROWID`,
    // Calls whose end nobody has told yet.
    `CREATE TABLE reservations (
      id TEXT PRIMARY KEY,
      day INTEGER NOT NULL,
      person TEXT NOT NULL,
      tokens INTEGER NOT NULL
    ) WITHOUT ROWID`,
  ],
];

/** Creates the budget's tables, or brings them up to date. */
export function migrateBudget(database: SqliteDatabase): void {
  migrateSchema(database, { table: "budget_schema", migrations: MIGRATIONS });
}
