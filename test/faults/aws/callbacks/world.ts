import { SQSClient } from "@aws-sdk/client-sqs";
import { startFauxqs } from "fauxqs";
import { createFailureList } from "../../../../src/conversation/failures/failure-list.ts";
import { createCallbackQueue } from "../../../../src/http/callbacks/create-callback-queue.ts";
import { createCallbackSender } from "../../../../src/http/callbacks/create-callback-sender.ts";
import { createEventSender } from "../../../../src/http/callbacks/create-event-sender.ts";
import { createLimiter } from "../../../../src/limits/limiter.ts";
import { createConversations } from "../../../../src/platforms/aws/conversations.ts";
import {
  createCallbackTimer,
  createTurnQueue,
} from "../../../../src/platforms/aws/queues.ts";
import { setUp, type SetUp } from "../../../../src/platforms/aws/set-up.ts";
import { createDynamoCallbackStore } from "../../../../src/stores/dynamodb/dynamo-callback-store.ts";
import { createDynamoCounters } from "../../../../src/stores/dynamodb/dynamo-counters.ts";
import { createDynamoMessageIndex } from "../../../../src/stores/dynamodb/dynamo-message-index.ts";
import { createDynamoStore } from "../../../../src/stores/dynamodb/dynamo-store.ts";
import { createDynamoTable } from "../../../../src/stores/dynamodb/table.ts";
import { createAgent, finalAnswer } from "../../../fakes/create-agent.ts";
import { createScriptedModel } from "../../../fakes/scripted-model.ts";
import {
  createLocalClient,
  createTable,
  startDynamoDbLocal,
} from "../../../stubs/dynamodb-local.ts";
import { createQueue } from "../create-queue.ts";
import { lookOnce } from "../look-once.ts";
import type { FaultyProcess } from "../process.ts";

/** Lease of a dead process on its conversation, by the scene's clock. */
export const LEASE_MS = 60_000;
/**
 * Long enough that nothing is renewed: a turn always makes the same requests.
 */
const VISIBILITY_MS = 60_000;
/** The suite makes messages visible itself. */
const VISIBILITY_SECONDS = 900;

export const KEY = "key-of-the-fault-suite-in-these-tests";
export const CALLBACK_URL = "https://receiver.example/hook";

/** A scene's own queues, clock and receiver. */
export interface Place {
  readonly queueUrl: string;
  readonly callbackQueueUrl: string;
  /** Milliseconds since the epoch, for callback delays and leases. */
  readonly now: () => number;
  /** Receives the callbacks. */
  readonly receive: (headers: Headers) => void;
}

/** DynamoDB Local and fauxqs, with one table. */
export interface CallbackWorld extends AsyncDisposable {
  readonly sqs: SQSClient;
  createQueues(): Promise<Pick<Place, "queueUrl" | "callbackQueueUrl">>;
  /** Creates the parts of a separate process. */
  employ(process: FaultyProcess, place: Place): SetUp;
}

export async function createCallbackWorld(): Promise<CallbackWorld> {
  const dynamoDb = await startDynamoDbLocal();
  const { endpoint } = dynamoDb;
  const calm = createLocalClient(endpoint);
  const tableName = await createTable(calm);
  // Undisturbed, and unlike those of `setUp` without this machine's credentials.
  const limiter = createLimiter({
    counters: createDynamoCounters({
      table: createDynamoTable({ client: calm, tableName }),
    }),
  });
  const server = await startFauxqs({ port: 0, logger: false });
  const connectToQueues = () =>
    new SQSClient({
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
      WEBHOOK_API_KEYS: `shop:${KEY}`,
      WEBHOOK_CALLBACK_SECRETS: `shop:whsec_${btoa("secret-of-the-suite-of-faults")}`,
      WEBHOOK_CALLBACK_HOSTS: "shop:receiver.example",
      USER_MESSAGES_PER_MINUTE: "0",
      WEBHOOK_REQUESTS_PER_MINUTE: "0",
    },
    { visibilityMs: VISIBILITY_MS },
  );
  const queueOf = (name: string) =>
    createQueue(
      { sqs, sqsEndpoint: server.address },
      { name, visibilitySeconds: VISIBILITY_SECONDS },
    );

  return {
    sqs,
    async createQueues() {
      const id = crypto.randomUUID();
      return {
        queueUrl: await queueOf(`${id}.fifo`),
        callbackQueueUrl: await queueOf(id),
      };
    },

    employ(process, { queueUrl, callbackQueueUrl, now, receive }) {
      const client = process.connect(createLocalClient(endpoint));
      const queues = process.connect(connectToQueues());
      const table = createDynamoTable({ client, tableName });
      const common = { table, leaseMs: LEASE_MS, keepsPages: false };
      const conversations = lookOnce(
        createConversations({ ...common, retentionDays: 0, now }),
      );
      const timer = createCallbackTimer({
        client: queues,
        url: callbackQueueUrl,
        // Messages are not delayed: the suite's clock decides when they are
        // due.
        now: () => Infinity,
      });
      const posting = {
        userAgent: "Parley",
        now,
        fetch: (_: unknown, init?: RequestInit) =>
          process.ask({ kind: "part", name: "callback" }, async () => {
            receive(new Headers(init?.headers));
            return new Response(null, { status: 204 });
          }),
      };
      const { policy } = parts.callbacks;
      const sendCallback = createCallbackSender({ policy, ...posting });
      const sendEvent = createEventSender({ receiver: undefined, ...posting });
      const callbackQueue = createCallbackQueue({
        store: createDynamoCallbackStore({ table }),
        wake: (turn, at) => timer.wake(turn, at),
        findTurn: ({ conversation, id }) =>
          conversations.memoryOf(conversation).findTurn(id),
        findEvent: (conversation, number) =>
          conversations.memoryOf(conversation).findEvent(number),
        send: (told) =>
          told.kind === "turn" ? sendCallback(told) : sendEvent(told),
        undelivered: createFailureList({
          store: createDynamoStore({ table, pk: "undelivered" }),
        }),
        now,
      });
      const callbacks = { ...parts.callbacks, queue: callbackQueue };
      const model = createScriptedModel([finalAnswer("It snows.")]);
      return {
        ...parts,
        limiter,
        bot: { ...parts.bot, agent: createAgent({ model }) },
        callbacks,
        callbackQueue,
        timer,
        conversations,
        index: createDynamoMessageIndex({ table }),
        failures: createFailureList({
          store: createDynamoStore({ table, pk: "failures" }),
        }),
        queue: createTurnQueue({ client: queues, url: queueUrl }),
      };
    },

    async [Symbol.asyncDispose]() {
      await server.stop();
      await dynamoDb.stop();
    },
  };
}
