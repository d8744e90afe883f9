import { once } from "node:events";
import { writeSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { SQSClient } from "@aws-sdk/client-sqs";
import { startEventSource } from "../../../../scripts/dev-aws/event-source.ts";
import {
  createFunctionUrl,
  provideLambdaRuntime,
} from "../../../../scripts/dev-aws/function-url.ts";
import {
  createConversations,
  toPartitionKey,
} from "../../../../src/platforms/aws/conversations.ts";
import { createAwsApp } from "../../../../src/platforms/aws/create-aws-app.ts";
import { setUp } from "../../../../src/platforms/aws/set-up.ts";
import { createUrlHandler } from "../../../../src/platforms/aws/url-handler.ts";
import { wakeDue } from "../../../../src/platforms/aws/wake-due.ts";
import { handleBatch } from "../../../../src/platforms/aws/worker-handler.ts";
import { createDynamoClient } from "../../../../src/stores/dynamodb/table-error.ts";
import { createDynamoTable } from "../../../../src/stores/dynamodb/table.ts";
import { FAULT_VARIABLE, InsideFault, REACHED } from "../../inside-fault.ts";
import { readConversation } from "../../read-conversation.ts";
import { watchMemory } from "../../watched-memory.ts";
import { countMessages } from "../count-messages.ts";
import { VISIBILITY_SECONDS } from "./visibility.ts";

// Both functions of Parley on AWS in one process, which stops at its fault's
// point.

/** Lambda's rule does so each minute. */
const WAKE_UP_MS = 1_000;

const fault = readFault();
const {
  DYNAMODB_ENDPOINT: endpoint = "",
  DYNAMODB_TABLE: tableName = "",
  SQS_QUEUE_URL: queueUrl = "",
  SQS_CALLBACK_QUEUE_URL: callbackQueueUrl = "",
  DEVELOPMENT_TOKEN: developmentToken,
} = process.env;
const region = "eu-central-1";
const sqs = new SQSClient({
  region,
  endpoint: new URL(queueUrl).origin,
});
const table = createDynamoTable({
  client: createDynamoClient({ region, endpoint }),
  tableName,
});

const made = setUp(process.env, {
  developmentToken,
  visibilityMs: VISIBILITY_SECONDS * 1_000,
  openConversations(options) {
    const conversations = createConversations(options);
    return {
      ...conversations,
      memoryOf: (conversation) =>
        watchMemory(
          { reach: async (point) => reach(conversation, point) },
          () => conversations.memoryOf(conversation),
        ),
    };
  },
});
const { callbackQueue } = made;
const enqueue = callbackQueue.enqueue.bind(callbackQueue);
// All who tell hold the same queue.
Object.assign(callbackQueue, {
  async enqueue(callback: Parameters<typeof enqueue>[0]) {
    reach(callback.conversation, "before enqueue");
    await enqueue(callback);
    reach(callback.conversation, "after enqueue");
  },
} satisfies Partial<typeof callbackQueue>);

function readFault(): InsideFault | undefined {
  const json = process.env[FAULT_VARIABLE] ?? "";
  return json === "" ? undefined : InsideFault.parse(JSON.parse(json));
}

/** Blocks the whole process at the fault's point. */
function reach(conversation: string, point: string): void {
  if (fault?.conversation !== conversation || fault.point !== point) return;
  console.log(REACHED);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

async function readState(conversation: string): Promise<Response> {
  const memory = made.conversations.memoryOf(conversation);
  const [content, open, left, items] = await Promise.all([
    readConversation(memory),
    memory.nextOpen(),
    countMessages(sqs, queueUrl),
    table.query({
      pk: toPartitionKey("conversation", conversation),
      from: " ",
      to: "~~",
    }),
  ]);
  return Response.json({
    isIdle: open === undefined && left === 0,
    ...content,
    stored: items.length === 0 ? "" : JSON.stringify(items),
  });
}

provideLambdaRuntime();
const app = createAwsApp(made);
const server = createFunctionUrl(
  createUrlHandler({
    async fetch(request, ...given) {
      const { pathname, searchParams } = new URL(request.url);
      return pathname === "/faults/state"
        ? readState(searchParams.get("conversation") ?? "")
        : app.fetch(request, ...given);
    },
  }),
);
for (const url of [queueUrl, callbackQueueUrl])
  startEventSource({
    client: sqs,
    queueUrl: url,
    handler: (event, context) => handleBatch(event, context, made),
  });
setInterval(() => void wakeDue(made), WAKE_UP_MS);
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
// As workerd says it.
writeSync(3, `${JSON.stringify({ socket: "http", port })}\n`);
