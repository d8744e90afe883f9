import { parseOwnJson } from "../../text/json.ts";
import type { LinkCodes, LinkOffer } from "../../types/link.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

export interface SqliteLinkCodes extends LinkCodes {
  /**
   * Erases expired codes. Returns when the next one expires, in epoch
   * milliseconds; `undefined` if none does.
   */
  expire(): number | undefined;
}

/** Stores codes in an SQLite database. Reading does not create the table. */
export function createSqliteLinkCodes({
  database: { query, sync },
  now = Date.now,
}: {
  database: SqliteDatabase;
  now?: () => number;
}): SqliteLinkCodes {
  const hasTable = (): boolean =>
    query("SELECT 1 FROM sqlite_master WHERE name = 'codes'").length > 0;
  const read = (hash: string, taker: string | null): LinkOffer | undefined => {
    if (!hasTable()) return undefined;
    const [row] = query(
      "SELECT offer FROM codes WHERE hash = ? AND until > ? AND (taker IS NULL OR taker = ?)",
      hash,
      now(),
      taker,
    );
    return row && parseOwnJson<LinkOffer>(String(row["offer"]));
  };

  return {
    async offer(hash, offer, until) {
      query(
        "CREATE TABLE IF NOT EXISTS codes (hash TEXT PRIMARY KEY, offer TEXT NOT NULL, until INTEGER NOT NULL, taker TEXT) WITHOUT ROWID",
      );
      query(
        "INSERT INTO codes VALUES (?, ?, ?, NULL) ON CONFLICT DO NOTHING",
        hash,
        JSON.stringify(offer),
        until,
      );
      await sync();
    },

    find: async (hash) => read(hash, null),

    async take(hash, taker) {
      const offer = read(hash, taker);
      if (offer === undefined) return undefined;
      query("UPDATE codes SET taker = ? WHERE hash = ?", taker, hash);
      await sync();
      return offer;
    },

    expire() {
      if (!hasTable()) return undefined;
      query("DELETE FROM codes WHERE until <= ?", now());
      const [next] = query("SELECT min(until) AS until FROM codes");
      const until = next?.["until"] ?? null;
      return until === null ? undefined : Number(until);
    },
  };
}
