import type { TestProject } from "vitest/node";
import { startDynamoDbLocal } from "../../stubs/dynamodb-local.ts";
import { hasJava } from "../../stubs/has-java.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Endpoint of DynamoDB Local; empty without Java. */
    dynamoDbEndpoint: string;
  }
}

/**
 * Starts one DynamoDB Local for all files of a project. Without Java, their
 * tests are skipped.
 */
export async function setup(
  project: TestProject,
): Promise<() => Promise<void>> {
  const local = hasJava() ? await startDynamoDbLocal() : undefined;
  if (local === undefined)
    console.warn(
      "The tests with DynamoDB are skipped: DynamoDB Local needs Java 17 or newer, and there is no `java` on this machine.",
    );
  project.provide("dynamoDbEndpoint", local?.endpoint ?? "");
  return async () => local?.stop();
}
