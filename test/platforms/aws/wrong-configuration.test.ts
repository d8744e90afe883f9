import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  type Message,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toEvent } from "../../../scripts/dev-aws/event-source.ts";
import { createContext } from "../../../scripts/dev-aws/lambda-context.ts";
import {
  createLazyWorker,
  postponeBatch,
} from "../../../src/platforms/aws/lazy-worker.ts";
import { setUp } from "../../../src/platforms/aws/set-up.ts";
import { ParameterStoreError } from "../../../src/platforms/aws/settings.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import {
  createLocalFunctions,
  type LocalFunctions,
} from "./local-functions.ts";

const MINUTE = 60_000;
const MAX_RECEIVES = 20;

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => vi.restoreAllMocks());

/** A worker whose configuration is wrong until `isRepaired` is set. */
function createWorker({ environment }: LocalFunctions) {
  const state = { isRepaired: false, clock: 0, tries: 0 };
  const worker = createLazyWorker(environment, {
    open: async () => {
      state.tries += 1;
      const mistake = state.isRepaired ? {} : { AGENT_MAX_STEPS: "many" };
      return setUp({ ...environment, ...mistake });
    },
    now: () => state.clock,
  });
  return { worker, state };
}

/** Passes one message to the worker as Lambda does and advances the clock. */
async function deliverNext(
  client: SQSClient,
  url: string,
  { worker, state }: ReturnType<typeof createWorker>,
): Promise<Message> {
  const { Messages: [message] = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ["All"],
    }),
  );
  if (message === undefined) throw new Error("The queue is empty.");
  const handle = { QueueUrl: url, ReceiptHandle: message.ReceiptHandle };
  const result = await worker.handler(
    toEvent([message], { queueName: url.slice(url.lastIndexOf("/") + 1) }),
    createContext({ timeoutMs: 900_000 }),
  );
  if (result.batchItemFailures.length === 0)
    await client.send(new DeleteMessageCommand(handle));
  else
    await client.send(
      new ChangeMessageVisibilityCommand({ ...handle, VisibilityTimeout: 0 }),
    );
  state.clock += MINUTE;
  return message;
}

async function count(client: SQSClient, url: string): Promise<number> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: [
        "ApproximateNumberOfMessages",
        "ApproximateNumberOfMessagesNotVisible",
        "ApproximateNumberOfMessagesDelayed",
      ],
    }),
  );
  return Object.values(Attributes ?? {}).reduce(
    (sum, number) => sum + Number(number),
    0,
  );
}

describeWithDynamoDb("A worker with a wrong configuration", () => {
  it("leaves a turn in the queue until the configuration is repaired", async () => {
    const functions = await createLocalFunctions({
      maxReceiveCount: MAX_RECEIVES,
    });
    const { client, queueUrl, deadLettersUrl, mailbox } = functions;
    const message = createMessage({ id: "a", text: "1+1" });
    await mailbox.deliver(message);
    const broken = createWorker(functions);
    for (let receives = 0; receives < 3 * MAX_RECEIVES; receives++) {
      const { Attributes } = await deliverNext(client, queueUrl, broken);
      expect(Number(Attributes?.ApproximateReceiveCount)).toBeLessThan(10);
    }
    expect(await count(client, queueUrl)).toBe(1);
    expect(await count(client, deadLettersUrl)).toBe(0);
    expect(await mailbox.findTurn(message)).toMatchObject({
      status: "accepted",
      attempts: 0,
    });

    broken.state.isRepaired = true;
    await deliverNext(client, queueUrl, broken);
    expect(await mailbox.findTurn(message)).toMatchObject({
      status: "delivered",
      reply: "1+1 = 2.",
    });
  });

  it("hides a message up to eight times, then replaces it with a new one", async () => {
    const functions = await createLocalFunctions();
    const { client, queueUrl, environment, parts } = functions;
    await parts.queue.send("web:1");
    const { Messages: [message] = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MessageSystemAttributeNames: ["All"],
      }),
    );
    if (message === undefined) throw new Error("The queue is empty.");
    const queueName = queueUrl.slice(queueUrl.lastIndexOf("/") + 1);
    const failuresAt = async (receives: number) => {
      const ApproximateReceiveCount = String(receives);
      const Attributes = { ...message.Attributes, ApproximateReceiveCount };
      const event = toEvent([{ ...message, Attributes }], { queueName });
      return (await postponeBatch(event, environment)).batchItemFailures.length;
    };
    for (const receives of [1, 2, 8])
      expect(await failuresAt(receives)).toBe(1);
    expect(await count(client, queueUrl)).toBe(1);
    expect(await failuresAt(9)).toBe(0);
    expect(await count(client, queueUrl)).toBe(2);
  });

  it("drops a message that Parley did not write", async () => {
    const { queueUrl, environment } = await createLocalFunctions();
    const queueName = queueUrl.slice(queueUrl.lastIndexOf("/") + 1);
    const event = toEvent([{ MessageId: "1", Body: "Hello" }], { queueName });
    expect(await postponeBatch(event, environment)).toEqual({
      batchItemFailures: [],
    });
  });

  it("leaves a callback in its queue", async () => {
    const functions = await createLocalFunctions();
    const { client, callbackQueueUrl, parts } = functions;
    const turn = { conversation: "webhook:shop:1", id: "a" };
    await parts.timer.wake(turn, Date.now());
    const broken = createWorker(functions);
    for (let receives = 0; receives < 9; receives++)
      await deliverNext(client, callbackQueueUrl, broken);
    // The replacement is delayed.
    expect(await count(client, callbackQueueUrl)).toBe(1);
  });

  it("reads the configuration again at most twice a minute", async () => {
    const functions = await createLocalFunctions();
    const { worker, state } = createWorker(functions);
    const ask = () =>
      worker.handler({ Records: [] }, createContext({ timeoutMs: 1_000 }));
    for (let second = 0; second < 60; second++) {
      state.clock += 1_000;
      await ask();
    }
    expect(state.tries).toBe(2);
  });

  it("leaves a message in the queue while the settings are unreadable, and logs why", async () => {
    const { client, queueUrl, environment, parts } =
      await createLocalFunctions();
    await parts.queue.send("web:1");
    const worker = createLazyWorker(environment, {
      open: () => Promise.reject(new ParameterStoreError("unreachable")),
    });
    await worker.prepare();
    const state = { isRepaired: false, clock: 0, tries: 0 };
    await deliverNext(client, queueUrl, { worker, state });
    expect(await count(client, queueUrl)).toBe(1);
    expect(JSON.stringify(vi.mocked(console.error).mock.calls)).toMatch(
      /worker not set up.*unreachable/,
    );
  });
});
