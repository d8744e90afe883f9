import type {
  Commit,
  Piece,
  PieceQuery,
  Snapshot,
  Store,
} from "../../types/store.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** The state is stored as a piece whose key sorts after all others. */
const STATE_KEY = "~state";

/**
 * A statement takes 100 values, four per row:
 * https://developers.cloudflare.com/durable-objects/platform/limits/
 */
const MAX_ROWS = 25;

/**
 * Stores a document in an SQLite database that has no other writer, so the
 * state is cached after the first read. Creates nothing before the first
 * commit. Pieces are written before the state or in the same statement: a
 * commit that fails halfway leaves the state unchanged.
 */
export function createSqliteStore<State>({
  database: { query, sync },
  name = "",
}: {
  database: SqliteDatabase;
  /** Distinguishes documents in one database. */
  name?: string;
}): Store<State> & {
  /**
   * Erases what has expired, in all documents of the database. Returns when the
   * next piece, or state, expires; `undefined` if none does.
   */
  expire(now: number): number | undefined;
} {
  // Reading an unknown document must not create it.
  let isReady = query(FIND_TABLE).length > 0;
  let cached: Snapshot<State> | undefined;

  const read = (): Snapshot<State> => {
    if (cached !== undefined) return cached;
    const [row] = isReady ? query(FIND_PIECE, name, STATE_KEY) : [];
    const stored: Snapshot<State> =
      row === undefined
        ? { version: 0, state: undefined }
        : JSON.parse(String(row["value"]));
    cached = stored;
    return stored;
  };

  /** Durable after `sync`. */
  const write = (pieces: readonly Piece[]): void => {
    if (!isReady) query(CREATE_TABLE);
    isReady = true;
    for (let start = 0; start < pieces.length; start += MAX_ROWS) {
      const rows = pieces.slice(start, start + MAX_ROWS);
      query(
        `INSERT OR REPLACE INTO pieces (document, key, value, expires) VALUES ${rows.map(() => "(?, ?, ?, ?)").join(", ")}`,
        ...rows.flatMap(({ key, value, expiresAt = null }) => [
          name,
          key,
          JSON.stringify(value),
          expiresAt,
        ]),
      );
    }
  };

  return {
    read: async () => read(),

    list: async ({ from, to, ...order }) => {
      if (!isReady) return [];
      return query(listPieces(order), name, from, to).map(({ key, value }) => ({
        key: String(key),
        value: JSON.parse(String(value)),
      }));
    },

    commit: async ({
      expected,
      state,
      put = [],
      expiresAt,
      isConfirmedLater = false,
    }): Promise<Commit<State>> => {
      const before = read();
      if (before.version !== expected)
        return { kind: "conflict", snapshot: before };
      const after = { version: expected + 1, state };
      write([...put, { key: STATE_KEY, value: after, expiresAt }]);
      // Set before the `await`: concurrent calls build on this version.
      cached = after;
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

    expire(now) {
      if (!isReady) return undefined;
      query(CREATE_EXPIRY);
      query("DELETE FROM pieces WHERE expires <= ?", now);
      cached = undefined;
      const [row] = query("SELECT min(expires) AS next FROM pieces");
      return Number(row?.["next"]) || undefined;
    },
  };
}

const FIND_TABLE =
  "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'pieces'";

const FIND_PIECE =
  "SELECT key, value FROM pieces WHERE document = ? AND key = ?";

/**
 * Inlines the limit: SQLite inspects a bound value there and prepares the
 * statement again for each call.
 */
function listPieces({
  limit,
  isNewestFirst = false,
}: Pick<PieceQuery, "limit" | "isNewestFirst">): string {
  const order = isNewestFirst ? "DESC" : "ASC";
  const end = limit === undefined ? "" : ` LIMIT ${limit}`;
  return `SELECT key, value FROM pieces WHERE document = ? AND key BETWEEN ? AND ? ORDER BY key ${order}${end}`;
}

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS pieces (
  document TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires INTEGER, PRIMARY KEY (document, key)
) WITHOUT ROWID`;

/** Conversations have no such pieces, and need no index. */
const CREATE_EXPIRY =
  "CREATE INDEX IF NOT EXISTS pieces_by_expiry ON pieces (expires) WHERE expires IS NOT NULL";
