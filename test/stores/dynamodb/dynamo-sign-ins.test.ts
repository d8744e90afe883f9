import { beforeAll, expect, it } from "vitest";
import { createDynamoSignIns } from "../../../src/stores/dynamodb/dynamo-sign-ins.ts";
import type { DynamoTable } from "../../../src/stores/dynamodb/table.ts";
import { describeSignInStoreContract } from "../../contracts/sign-in-store-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("sign-ins in DynamoDB", () => {
  let table: DynamoTable;
  beforeAll(async () => {
    // Before all that the contract says, so that TTLs hide nothing.
    ({ table } = await createLocalTable({ now: () => 0 }));
  });

  let number = 0;
  describeSignInStoreContract("DynamoDB", (work) => {
    const prefix = `${number++}:`;
    return work((options) => {
      const store = createDynamoSignIns({ ...options, table });
      const own = <Key extends { owner: string }>(key: Key): Key => ({
        ...key,
        owner: prefix + key.owner,
      });
      return {
        find: (key) => store.find(own(key)),
        swap: (key, before, after) => store.swap(own(key), before, after),
        take: (key) => store.take(own(key)),
        list: (owner) => store.list(prefix + owner),
        forget: (owner) => store.forget(prefix + owner),
      };
    });
  });

  it("are erased by DynamoDB once they have expired", async () => {
    const store = createDynamoSignIns({ table });
    const key = { owner: "eve", name: "shop" };
    const expiresAt = Date.UTC(2026, 10, 29) + 1;
    await store.swap(key, undefined, { version: "1", text: "", expiresAt });
    const item = await table.get({ pk: "sign-ins#eve", sk: "sign-in#shop" });
    expect(item?.["expires"]).toBe((expiresAt - 1) / 1_000 + 1);
  });
});
