import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { startFauxqs } from "fauxqs";
import { createConversations } from "../../../src/platforms/aws/conversations.ts";
import { createTurnQueue } from "../../../src/platforms/aws/queues.ts";
import { setUp, type SetUp } from "../../../src/platforms/aws/set-up.ts";
import { createDynamoMessageIndex } from "../../../src/stores/dynamodb/dynamo-message-index.ts";
import { createDynamoTable } from "../../../src/stores/dynamodb/table.ts";
import {
  createLocalClient,
  createTable,
  startDynamoDbLocal,
} from "../../stubs/dynamodb-local.ts";
import type { Clock } from "./clock.ts";
import { createQueue } from "./create-queue.ts";
import { lookOnce } from "./look-once.ts";
import type { FaultyProcess } from "./process.ts";

/** Lease of a dead process on its conversation, by the scene's clock. */
export const LEASE_MS = 60_000;
/**
 * Long enough that nothing is renewed: a turn always makes the same requests.
 */
const VISIBILITY_MS = 60_000;
/** The suite makes messages visible itself. */
const VISIBILITY_SECONDS = 900;
export const TELEGRAM_SECRET = "secret-of-the-fault-suite-in-tests";

const common = { leaseMs: LEASE_MS, retentionMs: 0, keepsPages: false };

/** DynamoDB Local and fauxqs, with one table. */
export interface World extends AsyncDisposable {
  readonly sqs: SQSClient;
  /** Creates an empty FIFO queue. */
  createQueue(): Promise<string>;
  /**
   * Creates the parts of a separate process.
   * @param clock for its leases
   */
  employ(
    process: FaultyProcess,
    options: { queueUrl: string; clock: Clock },
  ): SetUp;
}

export async function createWorld(): Promise<World> {
  const dynamoDb = await startDynamoDbLocal();
  const { endpoint } = dynamoDb;
  const tableName = await createTable(createLocalClient(endpoint));
  const server = await startFauxqs({ port: 0, logger: false });
  // Separate clients that share connections: thousands of processes would
  // exceed the limit of open files.
  const { requestHandler } = createLocalClient(endpoint).config;
  const connectToTable = (): DynamoDBClient => {
    const client = createLocalClient(endpoint);
    client.config.requestHandler = requestHandler;
    return client;
  };
  const connectToQueues = () =>
    new SQSClient({
      requestHandler,
      region: "eu-central-1",
      endpoint: server.address,
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
      retryMode: "standard",
      maxAttempts: 4,
    });
  const sqs = connectToQueues();
  const parts = setUp(
    {
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "local",
      AWS_SECRET_ACCESS_KEY: "local",
      DYNAMODB_ENDPOINT: endpoint,
      DYNAMODB_TABLE: tableName,
      SQS_QUEUE_URL: server.address,
      SQS_CALLBACK_QUEUE_URL: server.address,
      TELEGRAM_BOT_TOKEN: "123:test",
      TELEGRAM_WEBHOOK_SECRET: TELEGRAM_SECRET,
      USER_MESSAGES_PER_MINUTE: "0",
      WEBHOOK_REQUESTS_PER_MINUTE: "0",
    },
    { visibilityMs: VISIBILITY_MS },
  );
  return {
    sqs,
    createQueue: () =>
      createQueue(
        { sqs, sqsEndpoint: server.address },
        {
          name: `${crypto.randomUUID()}.fifo`,
          visibilitySeconds: VISIBILITY_SECONDS,
        },
      ),
    employ(process, { queueUrl, clock }) {
      const client = process.connect(connectToTable());
      const table = createDynamoTable({ client, tableName });
      return {
        ...parts,
        conversations: lookOnce(
          createConversations({ table, ...common, now: clock.now }),
        ),
        index: createDynamoMessageIndex({ table }),
        queue: createTurnQueue({
          client: process.connect(connectToQueues()),
          url: queueUrl,
        }),
      };
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await dynamoDb.stop();
    },
  };
}
