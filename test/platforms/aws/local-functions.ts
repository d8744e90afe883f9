import type { SQSClient } from "@aws-sdk/client-sqs";
import { inject } from "vitest";
import {
  startEventSource,
  type EventSource,
} from "../../../scripts/dev-aws/event-source.ts";
import type { ConversationPorts } from "../../../src/conversation/linked/follow-links.ts";
import { setUp, type SetUp } from "../../../src/platforms/aws/set-up.ts";
import { createSqsMailbox } from "../../../src/platforms/aws/sqs-mailbox.ts";
import { handleBatch } from "../../../src/platforms/aws/worker-handler.ts";
import {
  createDynamoTable,
  type DynamoTable,
} from "../../../src/stores/dynamodb/table.ts";
import { createLocalClient, createTable } from "../../stubs/dynamodb-local.ts";
import { createCallbackQueue, createQueues } from "./local-queue.ts";

/** A deployment on the emulators. */
export interface LocalFunctions {
  readonly parts: SetUp;
  readonly table: DynamoTable;
  readonly mailbox: ConversationPorts;
  readonly client: SQSClient;
  readonly queueUrl: string;
  readonly callbackQueueUrl: string;
  readonly deadLettersUrl: string;
  /** Variables for another deployment on the same table and queues. */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts a worker that receives from both queues. */
  start(parts?: SetUp): EventSource;
}

/** Creates a deployment with its own table and queues, without a worker. */
export async function createLocalFunctions({
  variables = {},
  visibilityMs = 3_000,
  developmentToken,
  ...queues
}: {
  variables?: Readonly<Record<string, string>>;
  visibilityMs?: number;
  developmentToken?: string;
  visibilitySeconds?: number;
  maxReceiveCount?: number;
} = {}): Promise<LocalFunctions> {
  const endpoint = inject("dynamoDbEndpoint");
  const database = createLocalClient(endpoint);
  const tableName = await createTable(database);
  const { client, url: queueUrl, deadLettersUrl } = await createQueues(queues);
  const callbackQueueUrl = await createCallbackQueue(client);
  const environment = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    DYNAMODB_ENDPOINT: endpoint,
    DYNAMODB_TABLE: tableName,
    SQS_QUEUE_URL: queueUrl,
    SQS_CALLBACK_QUEUE_URL: callbackQueueUrl,
    USER_MESSAGES_PER_MINUTE: "0",
    WEBHOOK_REQUESTS_PER_MINUTE: "0",
    ...variables,
  };
  const parts = setUp(environment, { visibilityMs, developmentToken });
  return {
    parts,
    table: createDynamoTable({ client: database, tableName }),
    mailbox: createSqsMailbox(parts),
    client,
    queueUrl,
    callbackQueueUrl,
    deadLettersUrl,
    environment,
    start(own = parts) {
      const sources = [queueUrl, callbackQueueUrl].map((url) =>
        startEventSource({
          client,
          queueUrl: url,
          handler: (event, context) => handleBatch(event, context, own),
        }),
      );
      return {
        async stop() {
          await Promise.all(sources.map((source) => source.stop()));
        },
      };
    },
  };
}
