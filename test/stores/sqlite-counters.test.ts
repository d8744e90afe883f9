import { expect, it } from "vitest";
import { createSqliteCounters } from "../../src/stores/sqlite/sqlite-counters.ts";
import { describeCountersContract } from "../contracts/counters-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

describeCountersContract("SQLite counters over node:sqlite", (work) => {
  const counters = createSqliteCounters({
    database: createNodeSqliteDatabase(),
  });
  return work(() => counters);
});

it("erases sums that have expired", async () => {
  const database = createNodeSqliteDatabase();
  let at = Date.UTC(2026, 10, 23);
  const counters = createSqliteCounters({ database, now: () => at });
  const day = { key: "day", add: { tokens: 1 }, expiresAt: at + 86_400_000 };
  const next = { key: "next", add: { tokens: 1 }, expiresAt: Infinity };
  await counters.add([day]);
  at += 86_400_000;
  await counters.add([next]);
  expect(database.query("SELECT key FROM counters")).toEqual([{ key: "next" }]);
  expect(await counters.read("day")).toEqual({});
});

it("writes no sums that expire within two minutes", async () => {
  const database = createNodeSqliteDatabase();
  const counters = createSqliteCounters({ database, now: () => 0 });
  const add = { messages: 1 };
  await counters.add([
    { key: "minute", add, expiresAt: 120_000 },
    { key: "hour", add, expiresAt: 120_001 },
  ]);
  expect(database.query("SELECT key FROM counters")).toEqual([{ key: "hour" }]);
  expect(await counters.read("minute")).toEqual(add);
});

it("reads from the database what it has not written lately", async () => {
  const database = createNodeSqliteDatabase();
  const [first, second] = [1, 2].map(() => createSqliteCounters({ database }));
  const add = { messages: 1 };
  const expiresAt = Date.now() + 86_400_000;
  for (let index = 0; index < 1_100; index++)
    await first?.add([{ key: `k${index}`, add, expiresAt }]);
  expect(await first?.read("k0")).toEqual(add);
  expect(await second?.read("k1099")).toEqual(add);
});
