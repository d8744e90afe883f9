import { migrateSchema } from "./migrate-schema.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/**
 * Words of passages by the rows of `passages`: English by its stems, other words without their accents. The index keeps
 * no texts of its own (https://www.sqlite.org/fts5.html#contentless_delete_tables).
 */
const WORDS = `CREATE VIRTUAL TABLE passage_words USING fts5(
  title, heading, text,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
)`;

/** Each entry brings the schema one version further; entries are never changed, only added. */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE documents (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      address TEXT,
      hash TEXT NOT NULL,
      passages INTEGER NOT NULL,
      added_at INTEGER NOT NULL
    )`,
    `CREATE TABLE passages (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      document INTEGER NOT NULL,
      heading TEXT NOT NULL,
      text TEXT NOT NULL
    )`,
    "CREATE INDEX passages_of_document ON passages (document)",
    WORDS,
  ],
];

/** Creates the library's tables, or brings them up to date. */
export function migrateLibrary(database: SqliteDatabase): void {
  migrateSchema(database, { table: "library_schema", migrations: MIGRATIONS });
}
