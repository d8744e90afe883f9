import { expect, it } from "vitest";
import { createSqliteLinkCodes } from "../../src/stores/sqlite/sqlite-link-codes.ts";
import { describeLinkCodesContract } from "../contracts/link-codes-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

describeLinkCodesContract("codes in SQLite", (work) => {
  const database = createNodeSqliteDatabase();
  return work((options) => createSqliteLinkCodes({ ...options, database }));
});

it("erases codes when they expire, and says when the next one does", async () => {
  const database = createNodeSqliteDatabase();
  let at = 0;
  const codes = createSqliteLinkCodes({ database, now: () => at });
  expect(codes.expire()).toBeUndefined();
  const offer = {
    conversation: "web:ada",
    channel: "web",
    author: { id: "ada" },
    replyTo: {},
  };
  await codes.offer("one", offer, 10);
  await codes.offer("two", offer, 20);
  at = 10;
  expect(codes.expire()).toBe(20);
  expect(database.query("SELECT hash FROM codes")).toEqual([{ hash: "two" }]);
  at = 20;
  expect(codes.expire()).toBeUndefined();
});
