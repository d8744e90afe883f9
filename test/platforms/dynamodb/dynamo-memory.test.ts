import { beforeAll } from "vitest";
import { createDynamoMemory } from "../../../src/platforms/dynamodb/dynamo-memory.ts";
import type { DynamoTable } from "../../../src/platforms/dynamodb/table.ts";
import { describeMemoryContract } from "../../contracts/memory-contract.ts";
import { inPartition } from "./in-partition.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("With DynamoDB Local", () => {
  const tables: DynamoTable[] = [];
  beforeAll(async () => {
    tables.push((await createLocalTable()).table);
  });

  describeMemoryContract("DynamoDB memory", async (work) => {
    const [table] = tables;
    if (table === undefined) throw new Error("There is no table.");
    // Each test has a partition of its own, though the messages say `web:test`.
    const partition = crypto.randomUUID();
    await work(
      createDynamoMemory({
        conversation: "web:test",
        table: inPartition(table, partition),
      }),
    );
  });
});
