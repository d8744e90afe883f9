/** A value that SQLite stores as it is. */
type SqliteValue = string | number | null;
export type SqliteRow = Record<string, SqliteValue>;

/** The little that memory needs of SQLite: a Durable Object's storage here, `node:sqlite` in tests. */
export interface SqliteDatabase {
  /** Runs one statement; `?` are filled in order. */
  readonly query: (
    statement: string,
    ...values: readonly SqliteValue[]
  ) => SqliteRow[];
  /** All of it is durable together, or nothing is. */
  readonly transaction: <Result>(work: () => Result) => Result;
  /** Resolves when everything so far is durable. */
  readonly sync: () => Promise<void>;
}

/** A Durable Object's own database. */
export function openDurableObjectDatabase(
  storage: DurableObjectStorage,
): SqliteDatabase {
  return {
    query: (statement, ...values) =>
      storage.sql.exec<SqliteRow>(statement, ...values).toArray(),
    transaction: (work) => storage.transactionSync(work),
    sync: () => storage.sync(),
  };
}

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
