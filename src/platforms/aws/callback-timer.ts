import type { TurnReference } from "../../ports.ts";
import { toAscii } from "./turn-queue.ts";
import {
  ChangeMessageVisibilityCommand,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import * as z from "zod";

/** SQS delays a message for at most 15 minutes. */
const MAX_DELAY_SECONDS = 900;
const REQUEST_MS = 10_000;

/** What a message of the queue says: something is to be done for a callback at that time. All else is in the table. */
const Body = z.object({
  conversation: z.string(),
  id: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});

/** The queue by which callbacks wait for their times: a standard one, whose messages are delayed one by one. */
export interface CallbackTimer {
  /** Has the worker look at the callback then, or, where that is more than 15 minutes from now, look at the time; durable when it returns. */
  wake(turn: TurnReference, at: number): Promise<void>;
  /** A received message comes no earlier than that from now; not at all where it is deleted. */
  hide(receipt: string, ms: number): Promise<void>;
}

export function createCallbackTimer({
  client,
  url,
  now = Date.now,
}: {
  client: SQSClient;
  url: string;
  now?: () => number;
}): CallbackTimer {
  const limits = () => ({ abortSignal: AbortSignal.timeout(REQUEST_MS) });
  return {
    async wake({ conversation, id }, at) {
      const seconds = Math.max(Math.ceil((at - now()) / 1_000), 0);
      await client.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: toAscii(JSON.stringify({ conversation, id, at })),
          DelaySeconds: Math.min(seconds, MAX_DELAY_SECONDS),
        }),
        limits(),
      );
    },

    async hide(receipt, ms) {
      await client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: url,
          ReceiptHandle: receipt,
          VisibilityTimeout: Math.ceil(ms / 1_000),
        }),
        limits(),
      );
    },
  };
}

/** Throws for a message that Parley has not written. */
export function readTimerMessage(body: string): TurnReference & { at: number } {
  return Body.parse(JSON.parse(body));
}
