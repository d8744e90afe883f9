import { parseOwnJson } from "../../text/json.ts";
import type { LinkCodes, LinkOffer } from "../../types/link.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { openTable, type Expiring } from "./sqlite-table.ts";

/** Stores codes in an SQLite database. Reading does not create the table. */
export function createSqliteLinkCodes({
  database,
  now = Date.now,
}: {
  database: SqliteDatabase;
  now?: () => number;
}): Expiring<LinkCodes> {
  const { query, create, erase } = openTable(database, "codes", [
    "CREATE TABLE IF NOT EXISTS codes (hash TEXT PRIMARY KEY, offer TEXT NOT NULL, until INTEGER NOT NULL, taker TEXT) WITHOUT ROWID",
  ]);
  const read = (hash: string, taker: string | null): LinkOffer | undefined => {
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
      create();
      query(
        "INSERT INTO codes VALUES (?, ?, ?, NULL) ON CONFLICT DO NOTHING",
        hash,
        JSON.stringify(offer),
        until,
      );
      await database.sync();
    },

    find: async (hash) => read(hash, null),

    async take(hash, taker) {
      const offer = read(hash, taker);
      if (offer === undefined) return undefined;
      query("UPDATE codes SET taker = ? WHERE hash = ?", taker, hash);
      await database.sync();
      return offer;
    },

    expire: () => erase("until", now()),
  };
}
