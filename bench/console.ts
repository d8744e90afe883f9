import { parseArgs } from "node:util";
import { createDynamoStore } from "../src/stores/dynamodb/dynamo-store.ts";
import { createDynamoTable } from "../src/stores/dynamodb/table.ts";
import { createSqliteStore } from "../src/stores/sqlite/sqlite-store.ts";
import { createTurnIndex } from "../src/stores/turn-index.ts";
import type { TurnIndex } from "../src/types/turn-index.ts";
import { createNodeSqliteDatabase } from "../test/fakes/node-sqlite-database.ts";
import {
  createLocalClient,
  createTable,
  startDynamoDbLocal,
} from "../test/stubs/dynamodb-local.ts";
import { makeTurns, writeInBatches } from "./console/write-turns.ts";

/**
 * Measures the console's lists with many conversations, in SQLite as in Durable
 * Objects and in AWS's emulator of DynamoDB, which is slower than DynamoDB.
 * Median of 15, and the worst. Needs Java for the latter.
 */
const { values } = parseArgs({
  options: { conversations: { type: "string", default: "100000" } },
});
const turns = makeTurns(Number(values.conversations));
const middle = turns[Math.floor(turns.length / 2)];
if (middle === undefined) throw new Error("There are no conversations.");
const TIMES = 15;
/** It reads all rows. */
const SUMS = 3;

const QUERIES = {
  conversations: { isNewestOnly: true },
  "further down": { isNewestOnly: true, before: middle },
  "of one channel": { isNewestOnly: true, channel: "slack" },
  failed: { outcomes: ["failed"] },
  "failed or waiting": { outcomes: ["failed", "waiting"] },
  "failed, of one channel": { outcomes: ["failed"], channel: "webhook" },
  "one conversation": { conversation: middle.conversation },
} as const;

async function measure(store: string, index: TurnIndex): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  for (const [list, query] of Object.entries(QUERIES)) {
    const read = () => index.list({ ...query, limit: 50 });
    const { turns: found } = await read();
    rows.push({
      store,
      list,
      turns: found.length,
      ...(await time(read, TIMES)),
    });
  }
  const { at } = middle ?? { at: 0 };
  const sum = () => index.sum({ from: 0, to: at * 2 });
  rows.push({
    store,
    list: "usage of all days",
    turns: turns.length,
    ...(await time(sum, SUMS)),
  });
  console.table(rows);
}

async function time(work: () => Promise<unknown>, count: number) {
  const times: number[] = [];
  for (let run = 0; run < count; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const round = (ms = 0) => Math.round(ms * 10) / 10;
  return {
    ms: round(sorted[Math.floor(count / 2)]),
    "worst ms": round(sorted.at(-1)),
  };
}

const database = createNodeSqliteDatabase();
const inSqlite = createTurnIndex({
  storeOf: (...name) =>
    createSqliteStore<never>({ database, name: name.join("/") }),
  retentionMs: 0,
});
await inSqlite.put(turns);
await measure("SQLite", inSqlite);

const local = await startDynamoDbLocal();
try {
  const client = createLocalClient(local.endpoint);
  const tableName = await createTable(client);
  await writeInBatches(client, tableName, turns);
  const table = createDynamoTable({ client, tableName });
  const inDynamoDb = createTurnIndex({
    storeOf: (...name) => createDynamoStore({ table, pk: name.join("#") }),
    retentionMs: 0,
  });
  await measure("DynamoDB Local", inDynamoDb);
} finally {
  await local.stop();
}
