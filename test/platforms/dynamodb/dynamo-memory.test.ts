import { beforeAll } from "vitest";
import { createDynamoMemory } from "../../../src/platforms/dynamodb/dynamo-memory.ts";
import type { DynamoTable } from "../../../src/platforms/dynamodb/table.ts";
import { describeMemoryContract } from "../../contracts/memory-contract.ts";
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

/** The table as if all its keys began with that. */
function inPartition(table: DynamoTable, partition: string): DynamoTable {
  const move = <Keyed extends { readonly pk: string }>(
    keyed: Keyed,
  ): Keyed => ({
    ...keyed,
    pk: `${partition}${keyed.pk}`,
  });
  const back = <Keyed extends { readonly pk: string }>(
    keyed: Keyed,
  ): Keyed => ({
    ...keyed,
    pk: keyed.pk.slice(partition.length),
  });
  return {
    ...table,
    get: async (key, options) => {
      const item = await table.get(move(key), options);
      return item && back(item);
    },
    put: (item, condition) => table.put(move(item), condition),
    update: (key, change) => table.update(move(key), change),
    delete: (key, condition) => table.delete(move(key), condition),
    query: async (range) => (await table.query(move(range))).map(back),
  };
}
