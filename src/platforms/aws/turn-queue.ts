import { BusyError } from "../../errors.ts";
import { sha256, toHex } from "../../hash.ts";
import {
  ChangeMessageVisibilityCommand,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import * as z from "zod";

/** SQS keeps a message hidden for at most 12 hours from when it was received; some of them may be over. */
const MAX_HIDDEN_MS = 11 * 3_600_000;
const REQUEST_MS = 10_000;
const RETRY_AFTER_MS = 5_000;

/** What a message of the queue says: a conversation has something to do. Texts are in the table. */
const Body = z.object({ conversation: z.string() });

/** The FIFO queue between the functions: one group per conversation, of which one message at a time is received. */
export interface TurnQueue {
  /**
   * Has a worker look at the conversation; durable when it returns. With the same `occasion` within five minutes it may
   * be the same message: without one it never is. Throws `BusyError`.
   */
  send(conversation: string, options?: { occasion?: string }): Promise<void>;
  /** A received message, and those behind it in its group, come no earlier than that from now; not at all where it is deleted. */
  hide(receipt: string, ms: number): Promise<void>;
}

export function createTurnQueue({
  client,
  url,
}: {
  client: SQSClient;
  url: string;
}): TurnQueue {
  const limits = () => ({ abortSignal: AbortSignal.timeout(REQUEST_MS) });
  return {
    async send(conversation, { occasion = crypto.randomUUID() } = {}) {
      const command = new SendMessageCommand({
        QueueUrl: url,
        MessageBody: toAscii(JSON.stringify({ conversation })),
        MessageGroupId: await digest(conversation),
        MessageDeduplicationId: await digest(
          JSON.stringify([conversation, occasion]),
        ),
      });
      try {
        await client.send(command, limits());
      } catch (cause) {
        const reason = "SQS has not taken a message.";
        throw new BusyError({ reason, retryAfterMs: RETRY_AFTER_MS, cause });
      }
    },

    async hide(receipt, ms) {
      const hiddenMs = Math.min(Math.max(ms, 0), MAX_HIDDEN_MS);
      await client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: url,
          ReceiptHandle: receipt,
          VisibilityTimeout: Math.ceil(hiddenMs / 1000),
        }),
        limits(),
      );
    },
  };
}

/** The conversation that a message of the queue is about. Throws for a message that Parley has not written. */
export function readQueueMessage(body: string): { conversation: string } {
  return Body.parse(JSON.parse(body));
}

/** 64 characters: SQS takes at most 128, and not all of them. */
async function digest(text: string): Promise<string> {
  return toHex(await sha256(text));
}

/** The same JSON: SQS refuses some characters, and names of conversations may hold any. */
export function toAscii(json: string): string {
  return json.replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
