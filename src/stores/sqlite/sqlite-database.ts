type SqliteValue = string | number | null;
export type SqliteRow = Record<string, SqliteValue>;

/**
 * The SQLite features that stores use: from a Durable Object's storage, or
 * `node:sqlite` in tests.
 */
export interface SqliteDatabase {
  /** Runs one statement; values replace its `?` in order. */
  readonly query: (
    statement: string,
    ...values: readonly SqliteValue[]
  ) => SqliteRow[];
  /** Runs `work` atomically. */
  readonly transaction: <Result>(work: () => Result) => Result;
  /** Resolves when everything so far is durable. */
  readonly sync: () => Promise<void>;
}

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
