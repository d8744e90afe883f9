import { SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import type { FailureList, MessageIndex } from "../../archive.ts";
import { type Config, parseConfig } from "../../config.ts";
import { ConfigurationError } from "../../errors.ts";
import type { RateLimiter } from "../../rate-limiter.ts";
import { type Assembly, assemble } from "../assemble.ts";
import { createDynamoBudget } from "../dynamodb/dynamo-budget.ts";
import { createDynamoClient } from "../dynamodb/create-dynamo-client.ts";
import { createDynamoFailureList } from "../dynamodb/dynamo-failure-list.ts";
import { createDynamoMessageIndex } from "../dynamodb/dynamo-message-index.ts";
import { createDynamoRateLimiter } from "../dynamodb/dynamo-rate-limiter.ts";
import { createDynamoTable } from "../dynamodb/table.ts";
import { type Conversations, createConversations } from "./conversations.ts";
import { createTurnQueue, type TurnQueue } from "./turn-queue.ts";

export interface SetUp extends Assembly {
  readonly config: Config;
  readonly conversations: Conversations;
  readonly queue: TurnQueue;
  readonly failures: FailureList;
  readonly index: MessageIndex;
  readonly limiter: RateLimiter;
  /** See `Workshop`. */
  readonly holdMs: number;
}

/** What a crash of the worker costs at most. */
const HOLD_MS = 60_000;

const QueueUrl = z.url({ protocol: /^https?$/ });

/**
 * What a function's variables ask for. Both functions have the same ones. Throws `ConfigurationError`.
 * @param isDevelopment whether this is `npm run dev:aws`, where a known API key and the page work without set-up
 */
export function setUp(
  environment: Readonly<Record<string, string | undefined>>,
  {
    isDevelopment = false,
    holdMs = HOLD_MS,
  }: { isDevelopment?: boolean; holdMs?: number } = {},
): SetUp {
  const config = parseConfig(
    { ...environment, MEMORY_STORE: "dynamodb" },
    { isDevelopment },
  );
  const { memory, tools } = config;
  if (tools.includes("library"))
    throw wrong("TOOLS", "names the library, which is on Cloudflare only");
  const queueUrl = QueueUrl.safeParse(environment["SQS_QUEUE_URL"]);
  if (!queueUrl.success || memory.table === undefined)
    throw wrong(
      "SQS_QUEUE_URL",
      "is not the address of a queue; npm run deploy:aws sets it",
    );
  const { region, endpoint, name: tableName } = memory.table;
  const table = createDynamoTable({
    client: createDynamoClient({ region, endpoint }),
    tableName,
  });
  const index = createDynamoMessageIndex({ table });
  return {
    config,
    ...assemble(config, {
      index,
      budget: createDynamoBudget({ table, limits: config.budget }),
    }),
    libraryKeysFor: undefined,
    index,
    limiter: createDynamoRateLimiter({
      table,
      limit: config.webhook.requestsPerMinute,
    }),
    conversations: createConversations({
      table,
      leaseMs: holdMs,
      retentionDays: memory.retentionDays,
      keepsPages: tools.includes("read_page"),
    }),
    queue: createTurnQueue({
      client: new SQSClient({
        region,
        endpoint: new URL(queueUrl.data).origin,
        retryMode: "standard",
        maxAttempts: 4,
      }),
      url: queueUrl.data,
    }),
    failures: createDynamoFailureList({ table }),
    holdMs,
  };
}

function wrong(variable: string, problem: string): ConfigurationError {
  return new ConfigurationError([{ variable, problem }]);
}
