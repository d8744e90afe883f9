import {
  createUndeliveredList,
  type UndeliveredListState,
} from "../../../src/conversation/undelivered-list.ts";
import { createDynamoStore } from "../../../src/stores/dynamodb/dynamo-store.ts";
import { describeUndeliveredListContract } from "../../contracts/undelivered-list-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("failed turns in DynamoDB", () => {
  describeUndeliveredListContract(
    "DynamoDB list of what was not delivered",
    async (work) => {
      const { table } = await createLocalTable();
      const store = createDynamoStore<UndeliveredListState>({
        table,
        pk: "failures",
      });
      await work(createUndeliveredList({ store }));
    },
  );
});
