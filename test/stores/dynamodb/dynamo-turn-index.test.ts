import { beforeAll, expect, it } from "vitest";
import { createDynamoTurnIndex } from "../../../src/stores/dynamodb/dynamo-turn-index.ts";
import type {
  Capacity,
  DynamoTable,
} from "../../../src/stores/dynamodb/table.ts";
import {
  createIndexedTurn,
  describeTurnIndexContract,
} from "../../contracts/turn-index-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

/** The table's partitions whose names begin like this, as a table. */
function withPrefix(table: DynamoTable, prefix: string): DynamoTable {
  const move = <Where extends { pk: string }>(where: Where): Where => ({
    ...where,
    pk: prefix + where.pk,
  });
  return {
    ...table,
    get: (key, options) => table.get(move(key), options),
    put: (item, condition) => table.put(move(item), condition),
    delete: (key, condition) => table.delete(move(key), condition),
    query: (range) => table.query(move(range)),
  };
}

describeWithDynamoDb("an index of turns in DynamoDB", () => {
  let shared: DynamoTable;
  beforeAll(async () => {
    // Before all that the contract says, so that TTLs hide nothing.
    ({ table: shared } = await createLocalTable({ now: () => 0 }));
  });

  let number = 0;
  describeTurnIndexContract("a DynamoDB index", (work) => {
    const table = withPrefix(shared, `${number++}:`);
    return work((options) => createDynamoTurnIndex({ ...options, table }));
  });

  it("costs two write units for a turn, and four more if it waits first", async () => {
    const spent: Capacity[] = [];
    const { table } = await createLocalTable({
      onCapacity: (capacity) => void spent.push(capacity),
    });
    const index = createDynamoTurnIndex({ table, retentionMs: 0 });
    const units = async (work: () => Promise<void>) => {
      spent.length = 0;
      await work();
      return spent.reduce((sum, { writes }) => sum + writes, 0);
    };
    const turn = createIndexedTurn({ outcome: "waiting" });
    expect(await units(() => index.put([turn]))).toBe(2);
    const answered = { ...turn, outcome: "answered" } as const;
    expect(await units(() => index.put([answered]))).toBe(4);
  });

  it("leaves a turn in one list, even if a process died while listing it", async () => {
    const { table } = await createLocalTable();
    const index = createDynamoTurnIndex({ table, retentionMs: 0 });
    const turn = createIndexedTurn({ outcome: "waiting" });
    for (const method of ["put", "delete"] as const)
      for (let reached = 0; reached < 3; reached++) {
        let calls = 0;
        const dying = createDynamoTurnIndex({
          table: {
            ...table,
            [method]: async (...given: Parameters<typeof table.put>) => {
              if (calls++ === reached) throw new Error("The process died.");
              return table[method](...given);
            },
          },
          retentionMs: 0,
        });
        await dying.put([{ ...turn, outcome: "failed" }]).catch(() => {});
        await dying.put([turn]).catch(() => {});
        const answered = { ...turn, outcome: "answered" } as const;
        await index.put([answered]);
        expect(await index.list({ limit: 9 })).toEqual({ turns: [answered] });
        const { conversation } = turn;
        await index.erase({ conversation, from: 0, to: 9 });
        expect(await index.list({ limit: 9 })).toEqual({ turns: [] });
      }
  });

  it("has its rows erased by DynamoDB once they have expired", async () => {
    const { table } = await createLocalTable({ now: () => 0 });
    const index = createDynamoTurnIndex({ table, retentionMs: 1_001 });
    await index.put([createIndexedTurn({ at: 5_000 })]);
    const range = { from: " ", to: "~" };
    const partitions = ["turns-of#telegram:42", "turns#answered"];
    const items = await Promise.all(
      partitions.map((pk) => table.query({ pk, ...range })),
    );
    const expiring = items.flat().map(({ expires }) => expires);
    expect(expiring).toEqual([7, 7]);
  });
});
