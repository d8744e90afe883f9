import { beforeAll } from "vitest";
import { createMemory } from "../../../src/conversation/memory.ts";
import type { ConversationState } from "../../../src/conversation/state/state.ts";
import { createDynamoStore } from "../../../src/stores/dynamodb/dynamo-store.ts";
import type { DynamoTable } from "../../../src/stores/dynamodb/table.ts";
import { describeMemoryContract } from "../../contracts/memory-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("the core over DynamoDB", () => {
  let table: DynamoTable;
  beforeAll(async () => {
    ({ table } = await createLocalTable());
  });
  describeMemoryContract("The core over DynamoDB", (work) =>
    work(
      createMemory({
        store: createDynamoStore<ConversationState>({
          table,
          pk: crypto.randomUUID(),
        }),
      }),
    ),
  );
});
