import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

/** A store whose rows expire. */
export type Expiring<Kept> = Kept & {
  /**
   * Erases expired rows. Returns when the next one expires, in epoch
   * milliseconds; `undefined` if none does.
   */
  expire(): number | undefined;
};

/** A table that reading does not create. */
export interface SqliteTable {
  /** Like `SqliteDatabase.query`; no rows while there is no table. */
  readonly query: SqliteDatabase["query"];
  /** Call it before the first row is written. */
  readonly create: () => void;
  /** Erases rows up to a time. Returns the earliest of the others. */
  readonly erase: (column: string, until: number) => number | undefined;
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
    erase(column, until) {
      read(`DELETE FROM ${name} WHERE ${column} <= ?`, until);
      const [row] = read(`SELECT min(${column}) AS next FROM ${name}`);
      const next = row?.["next"] ?? null;
      return next === null ? undefined : Number(next);
    },
  };
}
