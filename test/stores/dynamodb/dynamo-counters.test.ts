import { beforeAll, expect, it } from "vitest";
import { createDynamoCounters } from "../../../src/stores/dynamodb/dynamo-counters.ts";
import type {
  Capacity,
  DynamoTable,
} from "../../../src/stores/dynamodb/table.ts";
import { describeCountersContract } from "../../contracts/counters-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

const LATER = Date.UTC(2100, 0);

describeWithDynamoDb("counters in DynamoDB", () => {
  const capacities: Capacity[] = [];
  let table: DynamoTable;
  beforeAll(async () => {
    ({ table } = await createLocalTable({
      onCapacity: (capacity) => capacities.push(capacity),
    }));
  });

  describeCountersContract("DynamoDB counters", (work) =>
    work(() => createDynamoCounters({ table })),
  );

  it("cost one write unit per key and no read units", async () => {
    const changes = ["unit 1", "unit 2"].map((key) => ({
      key,
      add: { booked: 1_000, calls: 1 },
      atMost: { booked: 5_000 },
      expiresAt: LATER,
    }));
    capacities.length = 0;
    await createDynamoCounters({ table }).add(changes);
    expect(capacities.map(({ reads, writes }) => [reads, writes])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  it("count once if the client retries after a lost response", async () => {
    const update: DynamoTable["update"] = async (...given) => {
      await table.update(...given);
      return table.update(...given);
    };
    const counters = createDynamoCounters({ table: { ...table, update } });
    const add = { tokens: 600 };
    expect(
      await counters.add([{ key: "twice", add, expiresAt: LATER }]),
    ).toEqual({ kind: "added", sums: [add] });
  });

  it.each([1, 2])(
    "keep earlier additions if the process crashes before addition %d",
    async (nth) => {
      let additions = 0;
      const update: DynamoTable["update"] = async (...given) => {
        additions += 1;
        if (additions === nth) throw new Error("The process is dead.");
        return table.update(...given);
      };
      const crashing = createDynamoCounters({ table: { ...table, update } });
      const keys = [`crash ${nth} a`, `crash ${nth} b`];
      const changes = keys.map((key) => ({
        key,
        add: { tokens: 1 },
        expiresAt: LATER,
      }));
      await expect(crashing.add(changes)).rejects.toThrow("dead");
      const counters = createDynamoCounters({ table });
      const sums = await Promise.all(keys.map((key) => counters.read(key)));
      expect(sums.map(({ tokens = 0 }) => tokens)).toEqual([nth - 1, 0]);
    },
  );
});
