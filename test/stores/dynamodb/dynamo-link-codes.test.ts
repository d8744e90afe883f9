import { beforeAll } from "vitest";
import { createDynamoLinkCodes } from "../../../src/stores/dynamodb/dynamo-link-codes.ts";
import type { DynamoTable } from "../../../src/stores/dynamodb/table.ts";
import { describeLinkCodesContract } from "../../contracts/link-codes-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("codes in DynamoDB", () => {
  let table: DynamoTable;
  beforeAll(async () => {
    // Before all that the contract says, so that TTLs hide nothing.
    ({ table } = await createLocalTable({ now: () => 0 }));
  });

  let number = 0;
  describeLinkCodesContract("DynamoDB codes", (work) => {
    const prefix = `${number++}:`;
    return work((options) => {
      const codes = createDynamoLinkCodes({ ...options, table });
      return {
        offer: (hash, offer, until) => codes.offer(prefix + hash, offer, until),
        find: (hash) => codes.find(prefix + hash),
        take: (hash, taker) => codes.take(prefix + hash, taker),
      };
    });
  });
});
