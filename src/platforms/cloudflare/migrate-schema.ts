import type { SqliteDatabase } from "./sqlite-database.ts";

/**
 * Creates tables, or brings them up to date, in one transaction.
 * @param table keeps the version of the schema
 * @param migrations each brings it one version further; they are never changed, only added
 */
export function migrateSchema(
  { query, transaction }: SqliteDatabase,
  {
    table,
    migrations,
  }: { table: string; migrations: readonly (readonly string[])[] },
): void {
  transaction(() => {
    query(`CREATE TABLE IF NOT EXISTS ${table} (version INTEGER NOT NULL)`);
    const [row] = query(`SELECT version FROM ${table}`);
    const version = Number(row?.["version"] ?? 0);
    if (version >= migrations.length) return;
    for (const statement of migrations.slice(version).flat()) query(statement);
    query(`DELETE FROM ${table}`);
    query(`INSERT INTO ${table} VALUES (?)`, migrations.length);
  });
}
