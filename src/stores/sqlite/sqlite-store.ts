import type { Commit, Piece, Snapshot, Store } from "../../store.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/**
 * A document in an SQLite database that nobody else writes to, so that its state is kept in memory and read once. Nothing is created
 * before the first commit.
 */
export function createSqliteStore<State>({
  database,
  name = "",
}: {
  database: SqliteDatabase;
  /** Of several documents in one database. */
  name?: string;
}): Store<State> {
  const { query, transaction } = database;
  let isReady = hasTables(database);
  let known: Snapshot<State> | undefined;

  /** In one transaction, which creates the tables if need be. It is on the disk after `database.sync`. */
  const write = (work: () => void): void => {
    transaction(() => {
      if (!isReady) for (const statement of TABLES) query(statement);
      work();
    });
    isReady = true;
  };

  const read = (): Snapshot<State> => {
    if (known !== undefined) return known;
    const [row] = isReady
      ? query("SELECT version, state FROM documents WHERE name = ?", name)
      : [];
    known =
      row === undefined
        ? { version: 0, state: undefined }
        : {
            version: Number(row["version"]),
            state: JSON.parse(String(row["state"])),
          };
    return known;
  };

  const putPieces = (pieces: readonly Piece[]): void => {
    for (const { key, value } of pieces)
      query(
        "INSERT OR REPLACE INTO pieces (document, key, value) VALUES (?, ?, ?)",
        name,
        key,
        JSON.stringify(value),
      );
  };

  return {
    read: async () => read(),

    list: async ({ from, to, limit = -1, isNewestFirst = false }) => {
      if (!isReady) return [];
      const rows = query(
        `SELECT key, value FROM pieces WHERE document = ? AND key BETWEEN ? AND ?
         ORDER BY key ${isNewestFirst ? "DESC" : "ASC"} LIMIT ?`,
        name,
        from,
        to,
        limit,
      );
      return rows.map(({ key, value }) => ({
        key: String(key),
        value: JSON.parse(String(value)),
      }));
    },

    commit: async ({ expected, state, put = [] }): Promise<Commit<State>> => {
      const before = read();
      if (before.version !== expected)
        return { kind: "conflict", snapshot: before };
      const after = { version: expected + 1, state };
      write(() => {
        putPieces(put);
        query(
          "INSERT OR REPLACE INTO documents (name, version, state) VALUES (?, ?, ?)",
          name,
          after.version,
          JSON.stringify(state),
        );
      });
      // Before anything else runs here: what is asked for meanwhile builds on it.
      known = after;
      await database.sync();
      return { kind: "committed", snapshot: after };
    },

    put: async (pieces) => {
      write(() => putPieces(pieces));
      await database.sync();
    },

    erase: async ({ from, to, limit = -1 }) =>
      isReady
        ? query(
            `DELETE FROM pieces WHERE document = ? AND key IN (
               SELECT key FROM pieces WHERE document = ? AND key BETWEEN ? AND ? ORDER BY key LIMIT ?)
             RETURNING 1`,
            name,
            name,
            from,
            to,
            limit,
          ).length
        : 0,
  };
}

const TABLES = [
  "CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL) WITHOUT ROWID",
  `CREATE TABLE IF NOT EXISTS pieces (
    document TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (document, key)
  ) WITHOUT ROWID`,
];

/** Asking for an unknown document must not create it. */
function hasTables({ query }: SqliteDatabase): boolean {
  const found = query("SELECT 1 FROM sqlite_master WHERE name = 'documents'");
  return found.length > 0;
}
