import { beforeAll, expect, it } from "vitest";
import { toSortKey } from "../../../src/stores/dynamodb/attributes.ts";
import { createDynamoCounters } from "../../../src/stores/dynamodb/dynamo-counters.ts";
import {
  createDynamoTable,
  type Capacity,
  type DynamoTable,
} from "../../../src/stores/dynamodb/table.ts";
import { describeCountersContract } from "../../contracts/counters-contract.ts";
import {
  connect,
  createLocalTable,
  describeWithDynamoDb,
} from "./local-table.ts";

const LATER = Date.UTC(2100, 0);

describeWithDynamoDb("counters in DynamoDB", () => {
  const capacities: Capacity[] = [];
  let table: DynamoTable;
  let tableName: string;
  beforeAll(async () => {
    ({ table, tableName } = await createLocalTable({
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
    const change = { key: "retried", add: { tokens: 600 }, expiresAt: LATER };
    expect(await counters.add([change])).toEqual({
      kind: "added",
      sums: [{ tokens: 600 }],
    });
  });

  it("expire, in seconds as DynamoDB's TTL has them", async () => {
    const expiresAt = Date.UTC(2026, 10, 23, 0, 0, 0, 500);
    const add = { tokens: 1 };
    await createDynamoCounters({ table }).add([
      { key: "brief", add, expiresAt },
    ]);
    const key = { pk: toSortKey("counter", "brief"), sk: "sums" };
    const alive = (now: number) =>
      createDynamoTable({ client: connect(), tableName, now: () => now }).get(
        key,
      );
    expect(await alive(expiresAt - 1)).toMatchObject({
      expires: Math.ceil(expiresAt / 1_000),
    });
    expect(await alive(expiresAt + 1_000)).toBeUndefined();
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
