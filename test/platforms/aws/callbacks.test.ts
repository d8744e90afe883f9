import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  type Message,
} from "@aws-sdk/client-sqs";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { toEvent } from "../../../scripts/dev-aws/event-source.ts";
import {
  createCallbackTimer,
  parseTimerMessage,
} from "../../../src/platforms/aws/queues.ts";
import { sendCallbacks } from "../../../src/platforms/aws/worker-handler.ts";
import type { TurnReference } from "../../../src/types/mailbox.ts";
import { DEVELOPMENT_TOKEN } from "../../fixtures/development-token.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import {
  startCallbackReceiver,
  type CallbackReceiver,
} from "../../stubs/callback-receiver.ts";
import {
  createLocalFunctions,
  type LocalFunctions,
} from "./local-functions.ts";
import { connectToQueues, createCallbackQueue } from "./local-queue.ts";

const KEY = "3f8a1c5e9d7b20464c0e2f6b8d1a3957";
const SECRET = `whsec_${btoa("secret-of-the-tests-alone")}`;
const TURN: TurnReference = { conversation: "webhook:shop:1", id: "m1" };

/** A timer with its own queue. */
async function createTimer({ now = Date.now }: { now?: () => number } = {}) {
  const client = connectToQueues();
  const url = await createCallbackQueue(client);
  const timer = createCallbackTimer({ client, url, now });
  return {
    timer,
    receive: async (): Promise<readonly Message[]> => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
      );
      return Messages;
    },
    count: async () => {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl: url,
          AttributeNames: ["All"],
        }),
      );
      return {
        delayed: Number(Attributes["ApproximateNumberOfMessagesDelayed"]),
        visible: Number(Attributes["ApproximateNumberOfMessages"]),
      };
    },
  };
}

it("delivers a timer message at its time, for any conversation name", async () => {
  const { timer, receive, count } = await createTimer();
  const turn = { conversation: "webhook:shop:汇率 \u0000\uFFFE🐉", id: "订单" };
  await timer.wake(turn, 0);
  const [message] = await receive();
  expect(parseTimerMessage(message?.Body ?? "")).toEqual({ ...turn, at: 0 });
  await timer.wake(turn, Date.now() + 60_000);
  expect(await count()).toMatchObject({ delayed: 1 });
});

it.each([
  ["a minute", 60_000],
  ["15 minutes", 900_000],
  ["six hours, beyond SQS's maximum delay", 21_600_000],
])("delays a message again that arrives early: %s", async (_, ms) => {
  const { timer, receive, count } = await createTimer();
  const runs: TurnReference[] = [];
  const at = Date.now() + ms;
  const body = JSON.stringify({ ...TURN, at });
  const event = toEvent([{ MessageId: "1", Body: body }]);
  const result = await sendCallbacks(event, {
    timer,
    callbackQueue: {
      run: async (turn) => (runs.push(turn), { kind: "done" }),
    },
  });
  expect(result).toEqual({ batchItemFailures: [] });
  expect(runs).toEqual([]);
  expect(await receive()).toEqual([]);
  expect(await count()).toEqual({ delayed: 1, visible: 0 });
});

it("reports only failed messages of a batch", async () => {
  const { timer, receive, count } = await createTimer();
  for (const id of ["done", "later", "broken"])
    await timer.wake({ ...TURN, id }, 0);
  const messages = await receive();
  const broken = messages.find(({ Body }) => Body?.includes("broken"));
  const malformed = { MessageId: "malformed", Body: "Hello" };
  const result = await sendCallbacks(toEvent([...messages, malformed]), {
    timer,
    callbackQueue: {
      async run({ id }) {
        if (id === "broken") throw new Error("The table is unreachable.");
        return id === "done"
          ? { kind: "done" }
          : { kind: "later", at: Date.now() + 5_000 };
      },
    },
  });
  expect(result.batchItemFailures).toEqual(
    expect.arrayContaining([
      { itemIdentifier: broken?.MessageId },
      { itemIdentifier: "malformed" },
    ]),
  );
  expect(result.batchItemFailures).toHaveLength(2);
  expect((await count()).delayed).toBe(1);
});

describeWithDynamoDb("A callback on AWS", () => {
  let receiver: CallbackReceiver;
  let functions: LocalFunctions;
  beforeEach(async () => {
    receiver = await startCallbackReceiver();
    functions = await createLocalFunctions({
      variables: {
        WEBHOOK_API_KEYS: `shop:${KEY}`,
        WEBHOOK_CALLBACK_SECRETS: `shop:${SECRET}`,
      },
      developmentToken: DEVELOPMENT_TOKEN,
    });
  });
  afterEach(() => receiver.close());

  const deliver = (id = "m1") =>
    functions.mailbox.deliver(
      createMessage({
        id,
        text: "1+1",
        conversation: TURN.conversation,
        channel: "webhook",
        callbackUrl: `${receiver.url}/hook`,
      }),
    );
  const statusOf = async () =>
    (await functions.parts.callbackQueue.find(TURN))?.status;

  it("is signed and sent once by the worker after the turn", async () => {
    const source = functions.start();
    await deliver();
    await expect.poll(statusOf, { timeout: 10_000 }).toBe("delivered");
    await source.stop();
    const [callback] = receiver.received;
    const headers = Object.fromEntries(
      Object.entries(callback?.headers ?? {}).map(([name, value]) => [
        name,
        String(value),
      ]),
    );
    expect(
      new Webhook(SECRET).verify(callback?.body ?? "", headers),
    ).toMatchObject({
      type: "message.answered",
      data: { id: "m1", status: "delivered" },
    });
    expect(receiver.received).toHaveLength(1);
  });

  it("is retried under the same id without delaying another one", async () => {
    receiver.answers.push(500);
    const source = functions.start();
    await deliver();
    await expect
      .poll(() => receiver.received.length, { timeout: 10_000 })
      .toBe(1);
    await deliver("m2");
    await expect.poll(statusOf, { timeout: 15_000 }).toBe("delivered");
    await source.stop();
    const idOf = (index: number) =>
      receiver.received[index]?.headers["webhook-id"];
    expect(receiver.received).toHaveLength(3);
    expect(idOf(2)).toBe(idOf(0));
    expect(idOf(1)).not.toBe(idOf(0));
  });

  it("survives a worker that dies while sending it", async () => {
    const { parts } = functions;
    let deaths = 0;
    const dying = {
      ...parts,
      callbackQueue: {
        ...parts.callbackQueue,
        async run(turn: TurnReference) {
          deaths++;
          throw new Error(`The process is dead: ${turn.id}`);
        },
      },
      timer: {
        ...parts.timer,
        // Redelivered while the other worker runs, not after half a minute.
        hide: (receipt: string) => parts.timer.hide(receipt, 3_000),
      },
    };
    const first = functions.start(dying);
    await deliver();
    await expect.poll(() => deaths, { timeout: 10_000 }).toBeGreaterThan(0);
    await first.stop();
    const second = functions.start();
    await expect.poll(statusOf, { timeout: 10_000 }).toBe("delivered");
    await second.stop();
    expect(receiver.received).toHaveLength(1);
  });

  it("is sent for a message that is stopped while queued", async () => {
    const { conversation } = TURN;
    await functions.mailbox.deliver(
      createMessage({
        id: "m0",
        text: "1+1",
        conversation,
        channel: "webhook",
      }),
    );
    await deliver();
    expect((await functions.mailbox.stop(TURN)).kind).toBe("stopping");
    expect(await functions.mailbox.findTurn(TURN)).toMatchObject({
      status: "answered",
      isStopped: true,
    });
    const source = functions.start();
    await expect.poll(statusOf, { timeout: 10_000 }).toBe("delivered");
    await source.stop();
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
      data: { id: "m1", is_stopped: true },
    });
  });

  it("is deleted with its conversation", async () => {
    const source = functions.start();
    await deliver();
    await expect.poll(statusOf, { timeout: 10_000 }).toBe("delivered");
    await functions.parts.callbackQueue.forget(TURN.conversation);
    expect(await statusOf()).toBeUndefined();
    await source.stop();
  });
});
