import type {
  Commit,
  Piece,
  PieceQuery,
  Snapshot,
  Store,
} from "../../store.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** The state is a piece as well, under a key that sorts after all others. */
const STATE_KEY = "~state";

/** A statement takes 100 values: https://developers.cloudflare.com/durable-objects/platform/limits/ */
const MAX_ROWS = 33;

/**
 * A document in an SQLite database that nobody else writes to, so that its state is kept in memory and read once. Nothing is created
 * before the first commit. Pieces are written before the state, or in the same statement: a commit that fails halfway has changed
 * nothing that counts.
 */
export function createSqliteStore<State>({
  database: { query, sync },
  name = "",
}: {
  database: SqliteDatabase;
  /** Of several documents in one database. */
  name?: string;
}): Store<State> {
  // Asking for an unknown document must not create it.
  let isReady = query(FIND_TABLE).length > 0;
  let known: Snapshot<State> | undefined;

  const read = (): Snapshot<State> => {
    if (known !== undefined) return known;
    const [row] = isReady ? query(FIND_PIECE, name, STATE_KEY) : [];
    const stored: Snapshot<State> =
      row === undefined
        ? { version: 0, state: undefined }
        : JSON.parse(String(row["value"]));
    known = stored;
    return stored;
  };

  /** It is on the disk after `sync`. */
  const write = (pieces: readonly Piece[]): void => {
    if (!isReady) query(CREATE_TABLE);
    isReady = true;
    for (let start = 0; start < pieces.length; start += MAX_ROWS) {
      const rows = pieces.slice(start, start + MAX_ROWS);
      query(
        `INSERT OR REPLACE INTO pieces (document, key, value) VALUES ${rows.map(() => "(?, ?, ?)").join(", ")}`,
        ...rows.flatMap(({ key, value }) => [name, key, JSON.stringify(value)]),
      );
    }
  };

  return {
    read: async () => read(),

    list: async ({ from, to, ...order }) => {
      if (!isReady) return [];
      const rows =
        from === to
          ? query(FIND_PIECE, name, from)
          : query(listPieces(order), name, from, to);
      return rows.map(({ key, value }) => ({
        key: String(key),
        value: JSON.parse(String(value)),
      }));
    },

    commit: async ({
      expected,
      state,
      put = [],
      isConfirmedLater = false,
    }): Promise<Commit<State>> => {
      const before = read();
      if (before.version !== expected)
        return { kind: "conflict", snapshot: before };
      const after = { version: expected + 1, state };
      write([...put, { key: STATE_KEY, value: after }]);
      // Before anything else runs here: what is asked for meanwhile builds on it.
      known = after;
      if (!isConfirmedLater) await sync();
      return { kind: "committed", snapshot: after };
    },

    put: async (pieces) => {
      write(pieces);
      await sync();
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

const FIND_TABLE =
  "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'pieces'";

const FIND_PIECE =
  "SELECT key, value FROM pieces WHERE document = ? AND key = ?";

/** With the limit written out: SQLite looks at the value of a parameter there, and prepares the statement again each time. */
function listPieces({
  limit,
  isNewestFirst = false,
}: Pick<PieceQuery, "limit" | "isNewestFirst">): string {
  const order = isNewestFirst ? "DESC" : "ASC";
  const end = limit === undefined ? "" : ` LIMIT ${limit}`;
  return `SELECT key, value FROM pieces WHERE document = ? AND key BETWEEN ? AND ? ORDER BY key ${order}${end}`;
}

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS pieces (
  document TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (document, key)
) WITHOUT ROWID`;
