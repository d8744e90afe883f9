import { spawnSync } from "node:child_process";
import type { TestProject } from "vitest/node";
import {
  type DynamoDbLocal,
  startDynamoDbLocal,
} from "../../stubs/dynamodb-local.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of DynamoDB Local; empty where it cannot run. */
    dynamoDbEndpoint: string;
  }
}

let local: DynamoDbLocal | undefined;

/** One DynamoDB Local for all files. Without Java there is none, and who needs it is skipped. */
export async function setup(project: TestProject): Promise<void> {
  if (spawnSync("java", ["-version"]).status === 0)
    local = await startDynamoDbLocal();
  else
    console.warn(
      "The tests of the DynamoDB adapters are skipped: DynamoDB Local needs Java 17 or newer, and there is no `java` on this machine.",
    );
  project.provide("dynamoDbEndpoint", local?.endpoint ?? "");
}

export async function teardown(): Promise<void> {
  await local?.stop();
}
