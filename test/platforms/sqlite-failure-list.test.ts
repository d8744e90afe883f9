import { expect, it } from "vitest";
import { createSqliteFailureList } from "../../src/platforms/cloudflare/sqlite-failure-list.ts";
import { describeFailureListContract } from "../contracts/failure-list-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

describeFailureListContract("SQLite list over node:sqlite", async (work) => {
  const database = createNodeSqliteDatabase();
  await work(createSqliteFailureList({ database }));
});

it("drops the oldest turns past its bound", async () => {
  const list = createSqliteFailureList({
    database: createNodeSqliteDatabase(),
    maxTurns: 3,
  });
  for (const id of ["a", "b", "c", "d", "e"])
    await list.add({
      conversation: "telegram:42",
      id,
      channel: "telegram",
      failure: "error",
      attempts: 1,
      acceptedAt: 0,
      failedAt: 0,
    });
  const listed = await list.list({ limit: 10 });
  expect(listed.map(({ id }) => id)).toEqual(["e", "d", "c"]);
});
