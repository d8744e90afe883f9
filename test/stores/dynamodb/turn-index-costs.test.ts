import { expect, it } from "vitest";
import { createDynamoStore } from "../../../src/stores/dynamodb/dynamo-store.ts";
import type { Capacity } from "../../../src/stores/dynamodb/table.ts";
import { createTurnIndex } from "../../../src/stores/turn-index.ts";
import { createIndexedTurn } from "../../contracts/turn-index-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("a row for the console in DynamoDB", () => {
  it("costs two write units, and three more if the turn waits first", async () => {
    const spent: Capacity[] = [];
    const { table } = await createLocalTable({
      onCapacity: (capacity) => void spent.push(capacity),
    });
    const index = createTurnIndex({
      storeOf: (...name) => createDynamoStore({ table, pk: name.join("#") }),
      retentionMs: 0,
    });
    const units = async (work: () => Promise<void>) => {
      spent.length = 0;
      await work();
      return spent.reduce((sum, { writes }) => sum + writes, 0);
    };
    const turn = createIndexedTurn({ outcome: "waiting" });
    expect(await units(() => index.put([turn]))).toBe(2);
    const answered = { ...turn, outcome: "answered" } as const;
    expect(await units(() => index.put([answered]))).toBe(3);
  });
});
