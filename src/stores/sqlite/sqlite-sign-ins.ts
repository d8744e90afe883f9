import type {
  SignInKey,
  SignInRow,
  SignInStore,
} from "../../types/sign-in-store.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { openTable, type Expiring } from "./sqlite-table.ts";

/** Stores sign-ins in an SQLite database. Reading does not create the table. */
export function createSqliteSignIns({
  database: { sync, transaction, ...database },
  now = Date.now,
}: {
  database: SqliteDatabase;
  now?: () => number;
}): Expiring<SignInStore> {
  const { query, create, erase } = openTable(database, "sign_ins", [
    "CREATE TABLE IF NOT EXISTS sign_ins (owner TEXT, name TEXT, version TEXT NOT NULL, text TEXT NOT NULL, expires_at INTEGER, PRIMARY KEY (owner, name)) WITHOUT ROWID",
  ]);

  const find = ({ owner, name }: SignInKey): SignInRow | undefined => {
    const [row] = query(
      "SELECT version, text, expires_at FROM sign_ins WHERE owner = ? AND name = ? AND coalesce(expires_at > ?, TRUE)",
      owner,
      name,
      now(),
    );
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
        create();
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
      query(
        "SELECT name FROM sign_ins WHERE owner = ? AND coalesce(expires_at > ?, TRUE) ORDER BY name",
        owner,
        now(),
      ).map(({ name }) => String(name)),

    async forget(owner) {
      query("DELETE FROM sign_ins WHERE owner = ?", owner);
      await sync();
    },

    expire: () => erase("expires_at", now()),
  };
}
