import { beforeAll, expect, it } from "vitest";
import { createDynamoTitles } from "../../../src/stores/dynamodb/dynamo-titles.ts";
import type { DynamoTable } from "../../../src/stores/dynamodb/table.ts";
import { describeTitlesContract } from "../../contracts/titles-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("titles in DynamoDB", () => {
  let table: DynamoTable;
  beforeAll(async () => {
    // Before all that the contract says, so that TTLs hide nothing.
    ({ table } = await createLocalTable({ now: () => 0 }));
  });

  let number = 0;
  describeTitlesContract("DynamoDB titles", (work) => {
    const prefix = `${number++}:`;
    return work((options) => {
      const titles = createDynamoTitles({ ...options, table });
      return {
        list: (visitor) => titles.list(prefix + visitor),
        put: (visitor, listed) => titles.put(prefix + visitor, listed),
        remove: (visitor, listed) => titles.remove(prefix + visitor, listed),
      };
    });
  });

  it("are erased by DynamoDB once they have expired", async () => {
    const at = Date.UTC(2026, 10, 28);
    const titles = createDynamoTitles({ table, retentionMs: 86_400_001 });
    await titles.put("web:eve", { number: 3, title: "Old", at });
    const [item] = await table.query({
      pk: "titles#web:eve",
      from: "title",
      to: "title~",
    });
    expect(item?.["expires"]).toBe(at / 1_000 + 86_401);
  });
});
