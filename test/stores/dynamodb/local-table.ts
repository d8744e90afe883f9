import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { describe, inject } from "vitest";
import {
  createDynamoTable,
  type DynamoTable,
} from "../../../src/stores/dynamodb/table.ts";
import { createLocalClient, createTable } from "../../stubs/dynamodb-local.ts";

const endpoint = inject("dynamoDbEndpoint");

/** Tests against DynamoDB Local, left out where that cannot run; the set-up prints why. */
export function describeWithDynamoDb(name: string, tests: () => void): void {
  describe.runIf(endpoint !== "")(name, tests);
}

/** A client of DynamoDB Local. */
export function connect(): DynamoDBClient {
  return createLocalClient(endpoint);
}

/** An empty table of its own. Takes a while: one is enough for many partitions. */
export async function createLocalTable(
  options: Omit<
    Parameters<typeof createDynamoTable>[0],
    "client" | "tableName"
  > & { client?: DynamoDBClient } = {},
): Promise<{ table: DynamoTable; tableName: string; client: DynamoDBClient }> {
  const { client = connect() } = options;
  const tableName = await createTable(client);
  return {
    table: createDynamoTable({ ...options, client, tableName }),
    tableName,
    client,
  };
}
