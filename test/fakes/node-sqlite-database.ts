import { DatabaseSync } from "node:sqlite";
import type {
  SqliteDatabase,
  SqliteRow,
} from "../../src/stores/sqlite/sqlite-database.ts";

/** In-memory SQLite with the interface of a Durable Object's storage. */
export function createNodeSqliteDatabase(): SqliteDatabase {
  const database = new DatabaseSync(":memory:");
  return {
    query: (statement, ...values) =>
      database.prepare(statement).all(...values) as SqliteRow[],
    sync: async () => {},
    transaction: (work) => {
      database.exec("BEGIN");
      try {
        const result = work();
        database.exec("COMMIT");
        return result;
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
    },
  };
}
