import { spawn } from "node:child_process";
import { join } from "node:path";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { build } from "esbuild";
import { LAMBDA_BUNDLE } from "../../../../scripts/build-functions.ts";
import {
  createLocalClient,
  createTable,
} from "../../../stubs/dynamodb-local.ts";
import { FAULT_VARIABLE } from "../../inside-fault.ts";
import { watchProcess, type Installation } from "../../parley-process.ts";
import { createQueue } from "../create-queue.ts";
import { VISIBILITY_SECONDS } from "./visibility.ts";

/** The emulators, which survive Parley's processes. */
export interface Emulators {
  readonly dynamoDbEndpoint: string;
  readonly sqs: SQSClient;
  /** Origin of the queues. */
  readonly sqsEndpoint: string;
}

/** Bundles the program as the functions are, and returns its file. */
export async function buildProgram(folder: string): Promise<string> {
  await build({
    ...LAMBDA_BUNDLE,
    entryPoints: { program: join(import.meta.dirname, "program.ts") },
    outdir: folder,
  });
  return join(folder, "program.mjs");
}

/** Gives the program a table and queues of its own. */
export async function installProgram(
  program: string,
  emulators: Emulators,
  variables: Readonly<Record<string, string>>,
): Promise<Installation> {
  const { dynamoDbEndpoint } = emulators;
  const id = crypto.randomUUID();
  const queueOf = (name: string) =>
    createQueue(emulators, { name, visibilitySeconds: VISIBILITY_SECONDS });
  const own = {
    ...variables,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    DYNAMODB_ENDPOINT: dynamoDbEndpoint,
    DYNAMODB_TABLE: await createTable(createLocalClient(dynamoDbEndpoint)),
    SQS_QUEUE_URL: await queueOf(`${id}.fifo`),
    SQS_CALLBACK_QUEUE_URL: await queueOf(id),
  };
  return {
    start: (fault, otherVariables = {}) =>
      watchProcess(
        spawn(process.execPath, [program], {
          stdio: ["ignore", "pipe", "pipe", "pipe"],
          env: {
            ...own,
            ...otherVariables,
            [FAULT_VARIABLE]: fault === undefined ? "" : JSON.stringify(fault),
          },
        }),
      ),
  };
}
