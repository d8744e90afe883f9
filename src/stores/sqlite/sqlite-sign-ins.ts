import type {
  SignInKey,
  SignInRow,
  SignInStore,
} from "../../types/sign-in-store.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

export interface SqliteSignIns extends SignInStore {
  /**
   * Erases expired rows. Returns when the next one expires, in epoch
   * milliseconds; `undefined` if none does.
   */
  expire(): number | undefined;
}

/** Stores sign-ins in an SQLite database. Reading does not create the table. */
export function createSqliteSignIns({
  database: { query, sync, transaction },
  now = Date.now,
}: {
  database: SqliteDatabase;
  now?: () => number;
}): SqliteSignIns {
  let isReady = false;
  const hasTable = (): boolean => {
    isReady ||=
      query("SELECT 1 FROM sqlite_master WHERE name = 'sign_ins'").length > 0;
    return isReady;
  };

  const find = ({ owner, name }: SignInKey): SignInRow | undefined => {
    const [row] = hasTable()
      ? query(
          "SELECT version, text, expires_at FROM sign_ins WHERE owner = ? AND name = ? AND coalesce(expires_at > ?, TRUE)",
          owner,
          name,
          now(),
        )
      : [];
    if (row === undefined) return undefined;
    const { version, text, expires_at: expiresAt } = row;
    return {
      version: String(version),
      text: String(text),
      ...(typeof expiresAt === "number" && { expiresAt }),
    };
  };

  return {
    find: async (key) => find(key),

    async swap(key, before, { version, text, expiresAt }) {
      const isSwapped = transaction(() => {
        query(
          "CREATE TABLE IF NOT EXISTS sign_ins (owner TEXT, name TEXT, version TEXT NOT NULL, text TEXT NOT NULL, expires_at INTEGER, PRIMARY KEY (owner, name)) WITHOUT ROWID",
        );
        if (find(key)?.version !== before) return false;
        query(
          "INSERT OR REPLACE INTO sign_ins VALUES (?, ?, ?, ?, ?)",
          key.owner,
          key.name,
          version,
          text,
          expiresAt ?? null,
        );
        return true;
      });
      await sync();
      return isSwapped;
    },

    async take(key) {
      const { owner, name } = key;
      const row = find(key);
      if (row !== undefined)
        query("DELETE FROM sign_ins WHERE owner = ? AND name = ?", owner, name);
      await sync();
      return row;
    },

    list: async (owner) =>
      hasTable()
        ? query(
            "SELECT name FROM sign_ins WHERE owner = ? AND coalesce(expires_at > ?, TRUE) ORDER BY name",
            owner,
            now(),
          ).map(({ name }) => String(name))
        : [],

    async forget(owner) {
      if (hasTable()) query("DELETE FROM sign_ins WHERE owner = ?", owner);
      await sync();
    },

    expire() {
      if (!hasTable()) return undefined;
      query("DELETE FROM sign_ins WHERE expires_at <= ?", now());
      const [next] = query("SELECT min(expires_at) AS at FROM sign_ins");
      const at = next?.["at"] ?? null;
      return at === null ? undefined : Number(at);
    },
  };
}
