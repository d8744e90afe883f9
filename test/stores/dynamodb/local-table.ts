import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { describe, expect, inject } from "vitest";
import {
  createDynamoTable,
  type DynamoTable,
} from "../../../src/stores/dynamodb/table.ts";
import { createLocalClient, createTable } from "../../stubs/dynamodb-local.ts";

const endpoint = inject("dynamoDbEndpoint");

/** Runs tests against DynamoDB Local. Skips them without Java. */
export function describeWithDynamoDb(name: string, tests: () => void): void {
  describe.runIf(endpoint !== "")(name, tests);
}

/** A client of DynamoDB Local. */
export function connect(): DynamoDBClient {
  return createLocalClient(endpoint);
}

/** Creates an empty table. This is slow, so tests share one if they can. */
export async function createLocalTable(
  options: Omit<
    Parameters<typeof createDynamoTable>[0],
    "client" | "tableName"
  > & { client?: DynamoDBClient } = {},
): Promise<{ table: DynamoTable; tableName: string; client: DynamoDBClient }> {
  const { client = connect() } = options;
  const tableName = await createTable(client);
  const table = createDynamoTable({ ...options, client, tableName });
  return {
    table: {
      ...table,
      put(item, ...rest) {
        expectSeconds(item["expires"]);
        return table.put(item, ...rest);
      },
      update(key, change) {
        expectSeconds(change.values[":expires"]);
        return table.update(key, change);
      },
    },
    tableName,
    client,
  };
}

/** In milliseconds, an item would stay for 50,000 years. */
function expectSeconds(expires: unknown): void {
  expect(Number(expires ?? 0)).toBeLessThan(1e11);
}
