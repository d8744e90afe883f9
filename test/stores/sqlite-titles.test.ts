import { expect, it } from "vitest";
import { createSqliteTitles } from "../../src/stores/sqlite/sqlite-titles.ts";
import { describeTitlesContract } from "../contracts/titles-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

describeTitlesContract("titles in SQLite", (work) => {
  const database = createNodeSqliteDatabase();
  return work((options) => createSqliteTitles({ ...options, database }));
});

it("reads titles and expires none without creating a table", async () => {
  const database = createNodeSqliteDatabase();
  const titles = createSqliteTitles({ database, retentionMs: 1 });
  await titles.list("web:ada");
  await titles.remove("web:ada", 0);
  expect(titles.expire()).toBeUndefined();
  expect(database.query("SELECT name FROM sqlite_master")).toEqual([]);
});
