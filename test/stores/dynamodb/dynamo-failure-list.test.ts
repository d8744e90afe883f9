import {
  createFailureList,
  type FailureListState,
} from "../../../src/conversation/failures/failure-list.ts";
import { createDynamoStore } from "../../../src/stores/dynamodb/dynamo-store.ts";
import { describeFailureListContract } from "../../contracts/failure-list-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("failed turns in DynamoDB", () => {
  describeFailureListContract("DynamoDB failure list", async (work) => {
    const { table } = await createLocalTable();
    const store = createDynamoStore<FailureListState>({
      table,
      pk: "failures",
    });
    await work(createFailureList({ store }));
  });
});
