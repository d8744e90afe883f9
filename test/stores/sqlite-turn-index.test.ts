import { expect, it } from "vitest";
import { createSqliteTurnIndex } from "../../src/stores/sqlite/sqlite-turn-index.ts";
import {
  createIndexedTurn,
  describeTurnIndexContract,
} from "../contracts/turn-index-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

describeTurnIndexContract("an index in SQLite", (work) => {
  const database = createNodeSqliteDatabase();
  return work((options) => createSqliteTurnIndex({ ...options, database }));
});

it("reads turns and expires none without creating a table", async () => {
  const database = createNodeSqliteDatabase();
  const index = createSqliteTurnIndex({ database, retentionMs: 1 });
  await index.list({ limit: 1 });
  await index.sum({ from: 0, to: 1 });
  await index.erase({ conversation: "web:a", from: 0, to: 1 });
  expect(index.expire()).toBeUndefined();
  expect(database.query("SELECT name FROM sqlite_master")).toEqual([]);
});

it("erases expired rows and says when the next one expires", async () => {
  const database = createNodeSqliteDatabase();
  const options = { database, retentionMs: 10, now: () => 20 };
  const index = createSqliteTurnIndex(options);
  await index.put([
    createIndexedTurn({ number: 1, at: 10 }),
    createIndexedTurn({ number: 2, at: 12 }),
    createIndexedTurn({ number: 3, at: 11, outcome: "failed" }),
  ]);
  expect(index.expire()).toBe(21);
  expect(database.query("SELECT number FROM turns")).toHaveLength(2);
  const keeping = createSqliteTurnIndex({ ...options, retentionMs: 0 });
  expect(keeping.expire()).toBeUndefined();
});
