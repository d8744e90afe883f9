import {
  BatchWriteItemCommand,
  type DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { marshal } from "../../src/stores/dynamodb/attributes.ts";
import { createDynamoStore } from "../../src/stores/dynamodb/dynamo-store.ts";
import {
  createDynamoTable,
  type DynamoTable,
} from "../../src/stores/dynamodb/table.ts";
import { createTurnIndex } from "../../src/stores/turn-index.ts";
import type { IndexedTurn } from "../../src/types/turn-index.ts";

type Item = ReturnType<typeof marshal>;

/** Items of a request, and requests at a time. */
const BATCH = 25;
const PARALLEL = 16;

/**
 * One turn for each conversation, one a second: of every thousand, ten have
 * failed, and the last one waits.
 */
export function makeTurns(conversations: number): readonly IndexedTurn[] {
  const first = Date.UTC(2026, 10, 28) - conversations * 1_000;
  const outcomeOf = (place: number) => {
    if (place % 1_000 === 999) return "waiting" as const;
    return place % 100 === 51 ? ("failed" as const) : ("answered" as const);
  };
  return Array.from({ length: conversations }, (_, place) => {
    const channel = ["telegram", "web", "slack", "webhook"][place % 4] ?? "web";
    return {
      conversation: `${channel}:${place}`,
      id: `message-${place}`,
      number: 1,
      channel,
      outcome: outcomeOf(place),
      model: "gpt-5.5",
      at: first + place * 1_000,
      endedAt: first + place * 1_000 + 3_000,
      inputTokens: 2_000,
      cachedInputTokens: 1_000,
      outputTokens: 200,
    };
  });
}

/** Writes the same items as `put`, in batches. */
export async function writeInBatches(
  client: DynamoDBClient,
  tableName: string,
  turns: readonly IndexedTurn[],
): Promise<void> {
  const items: Item[] = [];
  const table: DynamoTable = {
    ...createDynamoTable({ client, tableName }),
    query: async () => [],
    put: async (item) => {
      items.push(marshal(item));
      return { kind: "written", item: undefined };
    },
  };
  const index = createTurnIndex({
    storeOf: (...name) => createDynamoStore({ table, pk: name.join("#") }),
    retentionMs: 0,
  });
  await index.put(turns);
  const write = async (): Promise<void> => {
    for (;;) {
      const some = items.splice(-BATCH);
      if (some.length === 0) return;
      const requests = some.map((Item) => ({ PutRequest: { Item } }));
      const RequestItems = { [tableName]: requests };
      await client.send(new BatchWriteItemCommand({ RequestItems }));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, write));
}
