import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
  type Message,
} from "@aws-sdk/client-sqs";
import { expect, it } from "vitest";
import {
  createCallbackTimer,
  createTurnQueue,
  parseTurnMessage,
} from "../../../src/platforms/aws/queues.ts";
import { createSqsMailbox } from "../../../src/platforms/aws/sqs-mailbox.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { createLocalFunctions } from "./local-functions.ts";
import { createQueues } from "./local-queue.ts";

const TURN = { conversation: "web:1", id: "1" };

interface Queues {
  turns: ReturnType<typeof createTurnQueue>;
  timer: ReturnType<typeof createCallbackTimer>;
}

async function receiveAll(
  client: SQSClient,
  url: string,
): Promise<readonly Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ["All"],
    }),
  );
  return Messages;
}

it("gives each conversation its own group, even with long or odd names", async () => {
  const { client, url } = await createQueues();
  const queue = createTurnQueue({ client, url });
  const long = "webhook:key:".padEnd(2_000, "x");
  const names = [
    "web:1",
    "webhook:shop:汇率 \n#\u0000\uFFFE\uD83D🐉",
    long,
    `${long}y`,
  ];
  for (const name of names) await queue.send(name);
  const messages = await receiveAll(client, url);
  const found = messages.map(
    ({ Body = "" }) => parseTurnMessage(Body).conversation,
  );
  expect(found.toSorted()).toEqual(names.toSorted());
  const groups = messages.map(({ Attributes }) => Attributes?.MessageGroupId);
  expect(new Set(groups).size).toBe(names.length);
});

it("deduplicates messages of one occasion, and no others", async () => {
  const { client, url } = await createQueues();
  const queue = createTurnQueue({ client, url });
  const count = async () => {
    let found = 0;
    for (;;) {
      const messages = await receiveAll(client, url);
      if (messages.length === 0) return found;
      found += messages.length;
    }
  };
  for (const occasion of ["one", "one", "two"])
    await queue.send(`web:${occasion}`, { occasion });
  expect(await count()).toBe(2);
  await queue.send("web:three");
  await queue.send("web:four");
  expect(await count()).toBe(2);
});

it("rejects malformed messages", () => {
  for (const body of ["", "Hello", "[]", '{"conversation":1}'])
    expect(() => parseTurnMessage(body)).toThrow();
});

it.each([
  ["a message now", (queues: Queues) => queues.turns.hide("r", 0), 0],
  ["a part of a second", (queues: Queues) => queues.turns.hide("r", 1), 1],
  [
    "a callback at most 11 hours after its receive",
    (queues: Queues) => queues.timer.hide("r", 50 * 3_600_000),
    11 * 3_600,
  ],
  ["a callback that is due", (queues: Queues) => queues.timer.wake(TURN, 0), 0],
  [
    "a callback until it is due",
    (queues: Queues) => queues.timer.wake(TURN, 60_001),
    11,
  ],
  [
    "a callback at most 15 minutes at a time",
    (queues: Queues) => queues.timer.wake(TURN, 10_000_000),
    900,
  ],
])("delays %s", async (_, work, seconds) => {
  const client = new SQSClient({ region: "eu-west-1" });
  const inputs: object[] = [];
  client.send = async ({ input }: { input: object }) => inputs.push(input);
  const queue = { client, url: "https://sqs.example/1" };
  const timer = createCallbackTimer({ ...queue, now: () => 50_000 });
  await work({ turns: createTurnQueue(queue), timer });
  expect(inputs).toMatchObject([
    "ReceiptHandle" in (inputs[0] ?? {})
      ? { QueueUrl: queue.url, ReceiptHandle: "r", VisibilityTimeout: seconds }
      : { QueueUrl: queue.url, DelaySeconds: seconds },
  ]);
});

describeWithDynamoDb(
  "A message redelivered after SQS's deduplication window",
  () => {
    const createScene = async () => {
      const functions = await createLocalFunctions();
      const { parts } = functions;
      let clock = Date.now();
      const mailbox = createSqsMailbox({ ...parts, now: () => clock });
      const message = createMessage({ id: "1", text: "1+1" });
      const deliverLater = () => {
        clock += 6 * 60_000;
        return mailbox.deliver(message);
      };
      return { ...functions, mailbox, message, deliverLater };
    };

    it("is not answered a second time", async () => {
      const scene = await createScene();
      const { mailbox, message } = scene;
      const source = scene.start();
      await mailbox.deliver(message);
      const { signal } = new AbortController();
      await Array.fromAsync(mailbox.watch(message, { signal }));
      const before = await mailbox.read(message.conversation);
      expect(await scene.deliverLater()).toMatchObject({
        kind: "duplicate",
        turn: { status: "delivered" },
      });
      // Queued after the first: once answered, the first was handled.
      const next = createMessage({ id: "2", text: "2+2" });
      await mailbox.deliver(next);
      await Array.fromAsync(mailbox.watch(next, { signal }));
      await source.stop();
      const after = await mailbox.read(message.conversation);
      expect(after?.messages.slice(0, 2)).toEqual(before?.messages);
      expect(after?.messages).toHaveLength(4);
    });

    it("is queued again while its turn is open", async () => {
      const { client, queueUrl, ...scene } = await createScene();
      await scene.mailbox.deliver(scene.message);
      const [lost] = await receiveAll(client, queueUrl);
      await client.send(
        new DeleteMessageCommand({
          QueueUrl: queueUrl,
          ReceiptHandle: lost?.ReceiptHandle,
        }),
      );
      expect((await scene.deliverLater()).kind).toBe("duplicate");
      const source = scene.start();
      const { signal } = new AbortController();
      const events = await Array.fromAsync(
        scene.mailbox.watch(scene.message, { signal }),
      );
      await source.stop();
      expect(events.at(-1)?.type).toBe("end");
    });
  },
);
