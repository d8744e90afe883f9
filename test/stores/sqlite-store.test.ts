import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { createSqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { describeStoreContract } from "../contracts/store-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

describeStoreContract("The SQLite store over node:sqlite", (work) => {
  const store = createSqliteStore<{ count: number; text?: string }>({
    database: createNodeSqliteDatabase(),
  });
  return work(() => store);
});

it("reads each document after the database is reopened", async () => {
  const database = createNodeSqliteDatabase();
  const open = (name: string) => createSqliteStore<number>({ database, name });
  await open("a").commit({
    expected: 0,
    state: 1,
    put: [{ key: "k", value: 2 }],
  });
  await open("b").commit({ expected: 0, state: 3 });
  expect(await open("a").read()).toEqual({ version: 1, state: 1 });
  expect(await open("a").list({ from: "a", to: "z" })).toEqual([
    { key: "k", value: 2 },
  ]);
  expect(await open("b").list({ from: "a", to: "z" })).toEqual([]);
});

it.each(["put", "commit"] as const)(
  "waits for the disk: %s",
  async (method) => {
    const disk = Promise.withResolvers<void>();
    const database = {
      ...createNodeSqliteDatabase(),
      sync: () => disk.promise,
    };
    const store = createSqliteStore<number>({ database });
    let isDone = false;
    const put = [{ key: "k", value: 2 }];
    const writing = (
      method === "put"
        ? store.put(put)
        : store.commit({ expected: 0, state: 1, put })
    ).then(() => (isDone = true));
    await setImmediate();
    expect(isDone).toBe(false);
    disk.resolve();
    await writing;
  },
);

it("creates no tables until something is written", async () => {
  const database = createNodeSqliteDatabase();
  const store = createSqliteStore({ database });
  await store.read();
  await store.list({ from: "a", to: "z" });
  await store.erase({ from: "a", to: "z" });
  expect(database.query("SELECT name FROM sqlite_master")).toEqual([]);
});
