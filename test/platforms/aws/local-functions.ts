import type { SQSClient } from "@aws-sdk/client-sqs";
import { inject } from "vitest";
import {
  type EventSource,
  startEventSource,
} from "../../../scripts/dev-aws/event-source.ts";
import { createQueueHandler } from "../../../src/platforms/aws/queue-handler.ts";
import { type SetUp, setUp } from "../../../src/platforms/aws/set-up.ts";
import { createSqsMailbox } from "../../../src/platforms/aws/sqs-mailbox.ts";
import {
  createDynamoTable,
  type DynamoTable,
} from "../../../src/platforms/dynamodb/table.ts";
import type { Archive } from "../../../src/archive.ts";
import type { Mailbox } from "../../../src/ports.ts";
import { createLocalClient, createTable } from "../../stubs/dynamodb-local.ts";
import { createQueues } from "./local-queue.ts";

/** A deployment on the emulators. */
export interface LocalFunctions {
  readonly parts: SetUp;
  readonly table: DynamoTable;
  readonly mailbox: Mailbox & Archive;
  readonly client: SQSClient;
  readonly queueUrl: string;
  readonly deadLettersUrl: string;
  /** Variables for another one on the same table and queue. */
  readonly environment: Readonly<Record<string, string>>;
  /** Has the worker take messages from the queue. */
  start(parts?: SetUp): EventSource;
}

/** With a table and queues of its own. Nothing is taken from the queue until it is told to. */
export async function createLocalFunctions({
  variables = {},
  holdMs = 3_000,
  ...queues
}: {
  variables?: Readonly<Record<string, string>>;
  holdMs?: number;
  visibilitySeconds?: number;
  maxReceiveCount?: number;
} = {}): Promise<LocalFunctions> {
  const endpoint = inject("dynamoDbEndpoint");
  const database = createLocalClient(endpoint);
  const tableName = await createTable(database);
  const { client, url: queueUrl, deadLettersUrl } = await createQueues(queues);
  const environment = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    DYNAMODB_ENDPOINT: endpoint,
    DYNAMODB_TABLE: tableName,
    SQS_QUEUE_URL: queueUrl,
    USER_MESSAGES_PER_MINUTE: "0",
    WEBHOOK_REQUESTS_PER_MINUTE: "0",
    ...variables,
  };
  const parts = setUp(environment, { holdMs });
  return {
    parts,
    table: createDynamoTable({ client: database, tableName }),
    mailbox: createMailbox(parts),
    client,
    queueUrl,
    deadLettersUrl,
    environment,
    start: (own = parts) =>
      startEventSource({
        client,
        queueUrl,
        handler: createQueueHandler(own),
      }),
  };
}

export function createMailbox(
  { conversations, queue, bot, channels, failures }: SetUp,
  { now = Date.now }: { now?: () => number } = {},
): Mailbox & Archive {
  return createSqsMailbox({
    conversations,
    queue,
    access: bot.access,
    channels,
    failures,
    now,
  });
}
