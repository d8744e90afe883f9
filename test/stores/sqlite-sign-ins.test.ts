import { expect, it } from "vitest";
import { createSqliteSignIns } from "../../src/stores/sqlite/sqlite-sign-ins.ts";
import { describeSignInStoreContract } from "../contracts/sign-in-store-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

describeSignInStoreContract("SQLite", (work) => {
  const database = createNodeSqliteDatabase();
  return work((options) => createSqliteSignIns({ ...options, database }));
});

it("reads sign-ins and expires none without creating a table", async () => {
  const database = createNodeSqliteDatabase();
  const signIns = createSqliteSignIns({ database });
  await signIns.take({ owner: "ada", name: "shop" });
  await signIns.list("ada");
  await signIns.forget("ada");
  expect(signIns.expire()).toBeUndefined();
  expect(database.query("SELECT name FROM sqlite_master")).toEqual([]);
});
