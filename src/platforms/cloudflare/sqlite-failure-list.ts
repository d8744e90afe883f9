import type { FailureList, ListedFailure } from "../../archive.ts";
import { parseOwnJson } from "../parse-own-json.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

const MAX_TURNS = 10_000;

/** The failed turns of all conversations in one SQLite database. */
export function createSqliteFailureList({
  database: { query, transaction },
  maxTurns = MAX_TURNS,
}: {
  database: SqliteDatabase;
  maxTurns?: number;
}): FailureList {
  query(
    `CREATE TABLE IF NOT EXISTS failed_turns (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation TEXT NOT NULL,
      id TEXT NOT NULL,
      turn TEXT NOT NULL,
      UNIQUE (conversation, id)
    )`,
  );
  return {
    add: async (turn) =>
      transaction(() => {
        const { conversation, id } = turn;
        const failure = JSON.stringify(turn);
        query(
          "DELETE FROM failed_turns WHERE conversation = ? AND id = ? AND turn <> ?",
          conversation,
          id,
          failure,
        );
        query(
          "INSERT INTO failed_turns (conversation, id, turn) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
          conversation,
          id,
          failure,
        );
        query(
          `DELETE FROM failed_turns WHERE number <=
             (SELECT number FROM failed_turns ORDER BY number DESC LIMIT 1 OFFSET ?)`,
          maxTurns,
        );
      }),

    remove: async ({ conversation, id }) => {
      query(
        "DELETE FROM failed_turns WHERE conversation = ? AND id = ?",
        conversation,
        id,
      );
    },

    find: async (number) =>
      query("SELECT * FROM failed_turns WHERE number = ?", number).map(
        toListed,
      )[0],

    list: async ({ limit, before = Number.MAX_SAFE_INTEGER }) =>
      query(
        "SELECT * FROM failed_turns WHERE number < ? ORDER BY number DESC LIMIT ?",
        before,
        limit,
      ).map(toListed),
  };
}

function toListed({ number, turn }: SqliteRow): ListedFailure {
  const failed = parseOwnJson<Omit<ListedFailure, "number">>(turn);
  return { ...failed, number: Number(number) };
}
