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
