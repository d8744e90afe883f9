import { beforeAll, expect, it } from "vitest";
import { createDynamoRateLimiter } from "../../../src/platforms/dynamodb/dynamo-rate-limiter.ts";
import type {
  Capacity,
  DynamoTable,
} from "../../../src/platforms/dynamodb/table.ts";
import { describeRateLimiterContract } from "../../contracts/rate-limiter-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("the rate limiter in DynamoDB", () => {
  let table: DynamoTable;
  beforeAll(async () => {
    ({ table } = await createLocalTable());
  });

  // The suite makes limiters while its tests run: by then there is a table.
  describeRateLimiterContract("DynamoDB rate limiter", (options) =>
    createDynamoRateLimiter({ table, ...options }),
  );

  it("costs one write unit for each request, also for one too many", async () => {
    const capacity: Capacity[] = [];
    const { table: counted } = await createLocalTable({
      onCapacity: (used) => void capacity.push(used),
    });
    const limiter = createDynamoRateLimiter({ table: counted, limit: 1 });
    await limiter.take("shop");
    await limiter.take("shop");
    expect(capacity.map(({ reads, writes }) => [reads, writes])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });
});
