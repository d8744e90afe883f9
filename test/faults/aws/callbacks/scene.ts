import { setTimeout } from "node:timers/promises";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  type Message,
} from "@aws-sdk/client-sqs";
import { toEvent } from "../../../../scripts/dev-aws/event-source.ts";
import { createContext } from "../../../../scripts/dev-aws/lambda-context.ts";
import { createAwsApp } from "../../../../src/platforms/aws/create-aws-app.ts";
import { parseTimerMessage } from "../../../../src/platforms/aws/queues.ts";
import {
  runTurns,
  sendCallbacks,
} from "../../../../src/platforms/aws/worker-handler.ts";
import type { CallbackRecord } from "../../../../src/types/callback-queue.ts";
import type { Turn } from "../../../../src/types/turn.ts";
import { createProcess, type FaultyProcess } from "../process.ts";
import {
  CALLBACK_URL,
  KEY,
  LEASE_MS,
  type CallbackWorld,
  type Place,
} from "./world.ts";

/** A postponed turn waits for seconds. */
const PAUSE_MS = 300;
const MAX_ROUNDS = 40;

/** A message with a callback, on its own queues. */
export interface CallbackScene {
  /** Ids of the events that the receiver got, in order. */
  readonly told: readonly string[];
  /** Runs the http function on the message; returns whether it was accepted. */
  take(process: FaultyProcess): Promise<boolean>;
  /** Runs the worker on the turn; does nothing if the queue is empty. */
  runTurn(process: FaultyProcess): Promise<void>;
  /** Runs the worker on the callback once it is due. */
  runCallback(process: FaultyProcess): Promise<void>;
  /**
   * Advances the clock and runs healthy workers until both queues are empty.
   */
  settle(): Promise<void>;
  /** The final state; `isIdle`: the queues are empty. */
  look(): Promise<{
    readonly turn: Turn | undefined;
    readonly callback: CallbackRecord | undefined;
    readonly isIdle: boolean;
  }>;
}

export async function createCallbackScene(
  world: CallbackWorld,
  { number }: { number: number },
): Promise<CallbackScene> {
  const { queueUrl, callbackQueueUrl } = await world.createQueues();
  const told: string[] = [];
  let clock = Date.now();
  const place: Place = {
    queueUrl,
    callbackQueueUrl,
    now: () => clock,
    receive: (headers) => told.push(headers.get("webhook-id") ?? ""),
  };
  const id = `m${number}`;
  const reference = { conversation: `webhook:shop:${number}`, id };
  const hidden = new Map<string, { url: string; receipt: string }>();
  let isIdle = false;

  const receive = async (url: string): Promise<Message | undefined> => {
    const { Messages = [] } = await world.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 1,
        MessageSystemAttributeNames: ["All"],
      }),
    );
    const [message] = Messages;
    if (message?.MessageId !== undefined)
      hidden.set(message.MessageId, {
        url,
        receipt: message.ReceiptHandle ?? "",
      });
    return message;
  };

  const run = async (
    process: FaultyProcess,
    { url, message }: { url: string; message: Message },
  ): Promise<void> => {
    const parts = world.employ(process, place);
    const event = toEvent([message]);
    const { batchItemFailures } = await (url === queueUrl
      ? runTurns(event, createContext({ timeoutMs: 900_000 }), parts)
      : sendCallbacks(event, { ...parts, now: place.now }));
    if (batchItemFailures.length > 0 || process.isDead()) return;
    await world.sqs.send(
      new DeleteMessageCommand({
        QueueUrl: url,
        ReceiptHandle: message.ReceiptHandle,
      }),
    );
    hidden.delete(message.MessageId ?? "");
  };

  const work = async (
    url: string,
    process: FaultyProcess,
  ): Promise<boolean> => {
    const message = await receive(url);
    if (message === undefined) return false;
    if (url === callbackQueueUrl)
      clock = Math.max(clock, parseTimerMessage(message.Body ?? "").at);
    await run(process, { url, message });
    return true;
  };

  const showHidden = async (): Promise<void> => {
    for (const { url, receipt } of hidden.values())
      await world.sqs
        .send(
          new ChangeMessageVisibilityCommand({
            QueueUrl: url,
            ReceiptHandle: receipt,
            VisibilityTimeout: 0,
          }),
        )
        // Ignores messages that are visible already.
        .catch(() => {});
    hidden.clear();
  };

  return {
    told,
    async take(process) {
      const app = createAwsApp(world.employ(process, place));
      const response = await app.request("/v1/messages", {
        method: "POST",
        headers: {
          authorization: `Bearer ${KEY}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({
          id,
          conversation: String(number),
          text: "How is the weather?",
          callback_url: CALLBACK_URL,
        }),
      });
      return response.status === 202;
    },
    runTurn: async (process) => void (await work(queueUrl, process)),
    runCallback: async (process) =>
      void (await work(callbackQueueUrl, process)),

    async settle() {
      for (let round = 0; round < MAX_ROUNDS && !isIdle; round++) {
        await showHidden();
        const ran = await work(queueUrl, createProcess());
        const sent = await work(callbackQueueUrl, createProcess());
        isIdle = !ran && !sent && hidden.size === 0;
        if (hidden.size === 0) continue;
        clock += LEASE_MS;
        await setTimeout(PAUSE_MS);
      }
    },

    async look() {
      const parts = world.employ(createProcess(), place);
      const memory = parts.conversations.memoryOf(reference.conversation);
      return {
        turn: await memory.findTurn(id),
        callback: await parts.callbackQueue.find(reference),
        isIdle,
      };
    },
  };
}
