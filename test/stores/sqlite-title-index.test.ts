import { expect, it } from "vitest";
import { createSqliteTitleIndex } from "../../src/stores/sqlite/sqlite-title-index.ts";
import { describeTitleIndexContract } from "../contracts/title-index-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

describeTitleIndexContract("The index of titles in SQLite", async (work) => {
  const database = createNodeSqliteDatabase();
  await work((options) => createSqliteTitleIndex({ database, ...options }));
});

it("erases titles that have expired, and says when the next one does", async () => {
  const database = createNodeSqliteDatabase();
  const clock = { at: 100 };
  const index = createSqliteTitleIndex({
    database,
    retentionMs: 50,
    now: () => clock.at,
  });
  expect(index.expire()).toBeUndefined();
  await index.put({ conversation: "web:a", title: "Old", at: 100 });
  await index.put({ conversation: "web:b", title: "New", at: 120 });
  clock.at = 150;
  expect(index.expire()).toBe(170);
  expect(database.query("SELECT title FROM title_index")).toEqual([
    { title: "New" },
  ]);
  const keeping = createSqliteTitleIndex({ database, retentionMs: 0 });
  expect(keeping.expire()).toBeUndefined();
});
