import { setTimeout } from "node:timers/promises";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  type Message,
} from "@aws-sdk/client-sqs";
import { toEvent } from "../../../scripts/dev-aws/event-source.ts";
import { createContext } from "../../../scripts/dev-aws/lambda-context.ts";
import type { Memory } from "../../../src/conversation/memory.ts";
import { createAwsApp } from "../../../src/platforms/aws/create-aws-app.ts";
import { parseTurnMessage } from "../../../src/platforms/aws/queues.ts";
import { runTurns } from "../../../src/platforms/aws/worker-handler.ts";
import { updateWith } from "../script.ts";
import { createChat, LONG, NEIGHBOURS, QUICK, type Chat } from "./chat.ts";
import { createClock, type Clock } from "./clock.ts";
import { countMessages } from "./count-messages.ts";
import { createProcess, type FaultyProcess } from "./process.ts";
import { LEASE_MS, TELEGRAM_SECRET, type World } from "./world.ts";

/** Generous timeout for what takes a second. */
const PATIENCE_MS = 60_000;
/**
 * A message is given up at its 18th delivery; a postponed turn waits for
 * seconds.
 */
const PAUSE_MS = 300;

/** Two conversations with their own queue. */
export interface Scene {
  readonly conversation: string;
  readonly memory: Memory;
  readonly neighboursMemory: Memory;
  readonly chat: Chat;
  /**
   * Runs the http function on the update with the long question; returns
   * whether it was accepted.
   */
  take(process: FaultyProcess, question?: string): Promise<boolean>;
  /** Enqueues it as if the queue no longer deduplicated it. */
  queueAnew(): Promise<void>;
  /**
   * Receives the conversation's visible message; `undefined` if there is none.
   */
  receive(): Promise<Message | undefined>;
  /**
   * Receives the first message of each conversation again after its visibility
   * timeout.
   */
  receiveBoth(): Promise<{
    readonly own: Message | undefined;
    readonly neighbours: Message | undefined;
  }>;
  /**
   * Runs a worker on the message. If it finishes alive, deletes the message
   * from the queue.
   */
  run(process: FaultyProcess, message: Message): Promise<boolean>;
  /** Advances the clock and runs healthy workers until the queue is empty. */
  settle(): Promise<void>;
  /** Counts the remaining messages. */
  countLeft(): Promise<number>;
}

/**
 * @param hasFollower whether the user's next message arrives while the first is
 *   answered
 * @param whileItRuns runs during the first request to the model
 * @param clock for a worker's lease on the conversation
 */
export async function createScene(
  world: World,
  {
    number,
    hasFollower = false,
    whileItRuns,
    clock = createClock(),
  }: {
    number: number;
    hasFollower?: boolean;
    whileItRuns?: () => Promise<unknown>;
    clock?: Clock;
  },
): Promise<Scene> {
  const queueUrl = await world.createQueue();
  const conversation = `telegram:${number}`;
  const neighbour = `telegram:${-number}`;
  const hidden = new Map<string, string>();
  const chat = createChat(async () => {
    if (hasFollower) await take(createProcess(), QUICK);
    await whileItRuns?.();
  });
  const employ = (process: FaultyProcess) =>
    world.employ(process, { queueUrl, clock });
  const { conversations, queue } = employ(createProcess());

  const take: Scene["take"] = async (process, question = LONG) => {
    const parts = chat.connect(employ(process), process);
    const response = await createAwsApp(parts).request("/telegram/webhook", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-telegram-bot-api-secret-token": TELEGRAM_SECRET,
      },
      body: JSON.stringify(toUpdate(question, number)),
    });
    return response.ok;
  };

  const receiveAll = async (): Promise<readonly Message[]> => {
    const { Messages = [] } = await world.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ["All"],
      }),
    );
    for (const { MessageId = "", ReceiptHandle = "" } of Messages)
      hidden.set(MessageId, ReceiptHandle);
    return Messages;
  };

  const run: Scene["run"] = async (process, message) => {
    const parts = chat.connect(employ(process), process);
    const { batchItemFailures } = await runTurns(
      toEvent([message]),
      createContext({ timeoutMs: 900_000 }),
      parts,
    );
    if (batchItemFailures.length > 0 || process.isDead()) return false;
    const { MessageId = "", ReceiptHandle } = message;
    await world.sqs.send(
      new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }),
    );
    hidden.delete(MessageId);
    return true;
  };

  const showHidden = async (): Promise<void> => {
    for (const ReceiptHandle of hidden.values())
      await world.sqs
        .send(
          new ChangeMessageVisibilityCommand({
            QueueUrl: queueUrl,
            ReceiptHandle,
            VisibilityTimeout: 0,
          }),
        )
        // Ignores messages that are visible already.
        .catch(() => {});
    hidden.clear();
  };

  const receiveAgain = async (): Promise<readonly Message[]> => {
    await showHidden();
    return receiveAll();
  };

  await take(createProcess(), NEIGHBOURS);
  return {
    conversation,
    memory: conversations.memoryOf(conversation),
    neighboursMemory: conversations.memoryOf(neighbour),
    chat,
    take,
    queueAnew: () => queue.send(conversation),
    async receive() {
      return findFirst(await receiveAll(), conversation);
    },
    async receiveBoth() {
      const messages = await receiveAgain();
      return {
        own: findFirst(messages, conversation),
        neighbours: findFirst(messages, neighbour),
      };
    },
    run,
    async settle() {
      const end = Date.now() + PATIENCE_MS;
      while (Date.now() < end) {
        const messages = await receiveAgain();
        const isEmpty = messages.length === 0;
        if (isEmpty && (await countMessages(world.sqs, queueUrl)) === 0) return;
        for (const message of messages) await run(createProcess(), message);
        if (hidden.size === 0) continue;
        clock.pass(LEASE_MS);
        await setTimeout(PAUSE_MS);
      }
    },
    countLeft: () => countMessages(world.sqs, queueUrl),
  };
}

function findFirst(
  messages: readonly Message[],
  conversation: string,
): Message | undefined {
  return messages.find(
    ({ Body = "" }) => parseTurnMessage(Body).conversation === conversation,
  );
}

/** Returns the same update for the same question. */
function toUpdate(question: string, number: number) {
  const place = [LONG, QUICK, NEIGHBOURS].indexOf(question);
  return updateWith({
    id: number * 10 + place,
    number: question === NEIGHBOURS ? -number : number,
    text: question,
    message: { message_id: 1 + place },
  });
}
