import { SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { parseConfig, type Config } from "../../config/parse-config.ts";
import { acceptMessage } from "../../conversation/accept/accept-message.ts";
import type { Links } from "../../conversation/linked/links.ts";
import {
  createCallbackQueue,
  type RunnableCallbackQueue,
} from "../../http/callbacks/create-callback-queue.ts";
import { createLimiter, type Limiter } from "../../limits/limiter.ts";
import { toSortKey } from "../../stores/dynamodb/attributes.ts";
import { createDynamoCallbackStore } from "../../stores/dynamodb/dynamo-callback-store.ts";
import { createDynamoCounters } from "../../stores/dynamodb/dynamo-counters.ts";
import { createDynamoMessageIndex } from "../../stores/dynamodb/dynamo-message-index.ts";
import { createDynamoStore } from "../../stores/dynamodb/dynamo-store.ts";
import { createDynamoClient } from "../../stores/dynamodb/table-error.ts";
import { createDynamoTable } from "../../stores/dynamodb/table.ts";
import { createTurnIndex } from "../../stores/turn-index.ts";
import type { AccessRules } from "../../types/access.ts";
import type { MessageIndex } from "../../types/archive.ts";
import { ConfigurationError } from "../../types/errors.ts";
import type { LinkCodes } from "../../types/link.ts";
import type { Store } from "../../types/store.ts";
import { assemble, hasConsole, type Assembly } from "../assemble.ts";
import { createCallbackParts, eventTypesOf } from "../create-callback-parts.ts";
import { createDocuments, type Documents } from "../create-documents.ts";
import { createConversations, type Conversations } from "./conversations.ts";
import {
  createCallbackTimer,
  createTurnQueue,
  type CallbackTimer,
  type TurnQueue,
} from "./queues.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface Queues {
  readonly queue: TurnQueue;
  readonly timer: CallbackTimer;
  /** Lets the worker tell its two queues apart. */
  readonly callbackQueueName: string;
}

export interface SetUp extends Assembly, Queues {
  readonly config: Config;
  readonly conversations: Conversations;
  readonly callbackQueue: RunnableCallbackQueue;
  readonly documents: Documents;
  readonly index: MessageIndex;
  readonly limiter: Limiter;
  /** See `TurnWorker`. */
  readonly visibilityMs: number;
}

/** Longest delay that a crash of the worker causes. */
const VISIBILITY_MS = 60_000;

const QueueUrl = z.url({ protocol: /^https?$/ });

/**
 * Builds everything from a function's variables, which both functions share.
 * Throws `ConfigurationError`.
 * @param developmentToken see `parseConfig`; unset in deployments
 */
export function setUp(
  environment: Environment,
  {
    developmentToken,
    visibilityMs = VISIBILITY_MS,
    openConversations = createConversations,
  }: {
    developmentToken?: string | undefined;
    visibilityMs?: number;
    openConversations?: typeof createConversations;
  } = {},
): SetUp {
  const config = parseConfig(environment, { developmentToken });
  const { memory, tools } = config;
  if (tools.includes("library"))
    throw invalid(
      "TOOLS",
      "names the library, which is available on Cloudflare only",
    );
  const queues = connectToQueues(environment);
  const { timer } = queues;
  const tableName = requireVariable(environment, "DYNAMODB_TABLE");
  const region = requireVariable(environment, "AWS_REGION");
  const endpoint = environment["DYNAMODB_ENDPOINT"];
  const table = createDynamoTable({
    client: createDynamoClient({ region, endpoint }),
    tableName,
  });
  const counters = createDynamoCounters({ table });
  const limiter = createLimiter({ counters });
  const index = createDynamoMessageIndex({ table });
  const { retentionMs } = memory;
  const conversations = openConversations({
    table,
    leaseMs: visibilityMs,
    retentionMs,
    keepsPages: tools.includes("read_page"),
    isIndexed: hasConsole(config),
    eventTypes: eventTypesOf(config),
  });
  const storeOf = <State>(...name: readonly string[]): Store<State> =>
    createDynamoStore({ table, pk: toSortKey(...name) });
  const callbacks = createCallbackParts(config, (name) =>
    made.channels.find(name),
  );
  const documents = createDocuments(storeOf, memory);
  const callbackQueue = createCallbackQueue({
    store: createDynamoCallbackStore({ table }),
    wake: (turn, at) => timer.wake(turn, at),
    findTurn: ({ conversation, id }) =>
      conversations.memoryOf(conversation).findTurn(id),
    findEvent: (conversation, number) =>
      conversations.memoryOf(conversation).findEvent(number),
    send: callbacks.send,
    undelivered: documents.undelivered,
  });
  const made = assemble(config, {
    index,
    callbacks: { ...callbacks, queue: callbackQueue },
    turnIndex: createTurnIndex({ storeOf, retentionMs }),
    signInStore: documents.signInStore,
    links: createLinks({
      codes: documents.linkCodes,
      conversations,
      queue: queues.queue,
      limiter,
      access: config.access,
    }),
    budgetCounters: counters,
  });
  return {
    config,
    ...queues,
    ...made,
    index,
    limiter,
    documents,
    conversations,
    callbackQueue,
    visibilityMs,
  };
}

/**
 * Needs only variables that the template sets. Throws `ConfigurationError` if
 * they are missing.
 */
export function connectToQueues(environment: Environment): Queues {
  const queueUrl = readQueueUrl(environment, "SQS_QUEUE_URL");
  const callbackQueueUrl = readQueueUrl(environment, "SQS_CALLBACK_QUEUE_URL");
  const client = new SQSClient({
    region: requireVariable(environment, "AWS_REGION"),
    endpoint: new URL(queueUrl).origin,
    retryMode: "standard",
    maxAttempts: 4,
  });
  return {
    queue: createTurnQueue({ client, url: queueUrl }),
    timer: createCallbackTimer({ client, url: callbackQueueUrl }),
    callbackQueueName: callbackQueueUrl.slice(
      callbackQueueUrl.lastIndexOf("/") + 1,
    ),
  };
}

function requireVariable(environment: Environment, variable: string): string {
  const value = environment[variable];
  if (value !== undefined && value !== "") return value;
  throw invalid(variable, "is missing; npm run deploy:aws sets it");
}

function readQueueUrl(environment: Environment, variable: string): string {
  const url = QueueUrl.safeParse(environment[variable]);
  if (url.success) return url.data;
  throw invalid(variable, "is not a queue URL; npm run deploy:aws sets it");
}

function invalid(variable: string, problem: string): ConfigurationError {
  return new ConfigurationError([{ variable, problem }]);
}

/** How the conversations of a table are linked. */
export function createLinks({
  codes,
  conversations,
  queue,
  limiter,
  access,
}: {
  codes: LinkCodes;
  conversations: Conversations;
  queue: TurnQueue;
  limiter: Limiter;
  access: AccessRules;
}): Links {
  return {
    codes,
    limiter,
    of(conversation) {
      const memory = conversations.memoryOf(conversation);
      return {
        ...memory,
        async forget() {
          const forgotten = await memory.forget();
          // A worker erases the rest, and tells the index.
          await queue.send(conversation);
          return forgotten;
        },
      };
    },
    deliver: (message) =>
      acceptMessage(message, {
        memory: conversations.memoryOf(message.conversation),
        scheduler: {
          scheduleRun: () => queue.send(message.conversation),
          interrupt: async () => {},
        },
        access,
        isAsked: true,
        onFull: async () => {},
      }),
  };
}
