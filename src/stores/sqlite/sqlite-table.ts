import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

/** A table that reading does not create. */
export interface SqliteTable {
  /** Like `SqliteDatabase.query`; no rows while there is no table. */
  readonly query: SqliteDatabase["query"];
  /** Call it before the first row is written. */
  readonly create: () => void;
}

/** @param create its statements, which do nothing if they have run before */
export function openTable(
  { query }: Pick<SqliteDatabase, "query">,
  name: string,
  create: readonly string[],
): SqliteTable {
  let isReady = false;
  const read: SqliteDatabase["query"] = (statement, ...values): SqliteRow[] => {
    isReady ||=
      query("SELECT 1 FROM sqlite_master WHERE name = ?", name).length > 0;
    return isReady ? query(statement, ...values) : [];
  };
  return {
    query: read,
    create() {
      for (const statement of create) query(statement);
    },
  };
}
