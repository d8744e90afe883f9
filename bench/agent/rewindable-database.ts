import { DatabaseSync, type StatementSync } from "node:sqlite";
import type {
  SqliteDatabase,
  SqliteRow,
} from "../../src/stores/sqlite/sqlite-database.ts";

interface RewindableDatabase extends SqliteDatabase {
  /** Sets the point to which `rewind` returns. */
  readonly keep: () => void;
  readonly rewind: () => void;
}

/**
 * In-memory SQLite that can be rewound, so that every turn starts with the same
 * history. Caches prepared statements, as a Durable Object's storage does.
 */
export function createRewindableDatabase(): RewindableDatabase {
  const database = new DatabaseSync(":memory:");
  const statements = new Map<string, StatementSync>();
  const prepare = (statement: string): StatementSync => {
    const prepared = statements.get(statement) ?? database.prepare(statement);
    statements.set(statement, prepared);
    return prepared;
  };
  return {
    query: (statement, ...values) =>
      prepare(statement).all(...values) as SqliteRow[],
    sync: async () => {},
    transaction: (work) => {
      prepare("SAVEPOINT work").run();
      try {
        const result = work();
        prepare("RELEASE work").run();
        return result;
      } catch (error) {
        database.exec("ROLLBACK TO work; RELEASE work");
        throw error;
      }
    },
    keep: () => database.exec("BEGIN"),
    rewind: () => database.exec("ROLLBACK; BEGIN"),
  };
}
