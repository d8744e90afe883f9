import { createDynamoTitleIndex } from "../../../src/stores/dynamodb/dynamo-title-index.ts";
import { describeTitleIndexContract } from "../../contracts/title-index-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("titles for operators in DynamoDB", () => {
  describeTitleIndexContract("The index in DynamoDB", async (work) => {
    // Before all that the contract says, so that TTLs hide nothing.
    const { table } = await createLocalTable({ now: () => 0 });
    await work((options) => createDynamoTitleIndex({ ...options, table }));
  });
});
