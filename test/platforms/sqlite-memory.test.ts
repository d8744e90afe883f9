import { createSqliteMemory } from "../../src/platforms/cloudflare/sqlite-memory.ts";
import { describeMemoryContract } from "../contracts/memory-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

describeMemoryContract("SQLite memory over node:sqlite", async (work) => {
  await work(createSqliteMemory({ database: createNodeSqliteDatabase() }));
});
