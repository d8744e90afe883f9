import {
  ChangeMessageVisibilityCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import * as z from "zod";
import { BusyError } from "../../errors.ts";
import { sha256, toHex } from "../../hash.ts";
import type { TurnReference } from "../../ports.ts";

/** One of the two queues, and the client to use it with. */
interface QueueAddress {
  readonly client: SQSClient;
  readonly url: string;
}

/** SQS keeps a message hidden for at most 12 hours from when it was received; some of them may be over. */
const MAX_HIDDEN_MS = 11 * 3_600_000;
/** SQS delays a message for at most 15 minutes. */
const MAX_DELAY_SECONDS = 900;
const REQUEST_MS = 10_000;
const RETRY_AFTER_MS = 5_000;

/** The FIFO queue between the functions: one group per conversation, of which one message at a time is received. */
export interface TurnQueue {
  /**
   * Has a worker look at the conversation; durable when it returns. With the same `occasion` within five minutes it may
   * be the same message: without one it never is. Throws `BusyError`.
   */
  send(conversation: string, options?: { occasion?: string }): Promise<void>;
  /** A received message, and the later ones of its group, come no earlier than that from now; not at all where it is deleted. */
  hide(receipt: string, ms: number): Promise<void>;
}

export function createTurnQueue(queue: QueueAddress): TurnQueue {
  return {
    async send(conversation, { occasion = crypto.randomUUID() } = {}) {
      const group = await digest(conversation);
      const name = await digest(JSON.stringify([conversation, occasion]));
      try {
        await send(queue, {
          content: { conversation },
          MessageGroupId: group,
          MessageDeduplicationId: name,
        });
      } catch (cause) {
        const reason = "SQS has not taken a message.";
        throw new BusyError({ reason, retryAfterMs: RETRY_AFTER_MS, cause });
      }
    },

    hide: (receipt, ms) => hide(queue, receipt, ms),
  };
}

/** What a message of the turn queue says: a conversation has something to do. Texts are in the table. */
const TurnMessage = z.object({ conversation: z.string() });

/** Throws for a message that Parley has not written. */
export function parseTurnMessage(body: string): { conversation: string } {
  return TurnMessage.parse(JSON.parse(body));
}

/** The queue in which callbacks wait for their times: a standard one, whose messages are delayed one by one. */
export interface CallbackTimer {
  /** Has the worker look at the callback then, or, where that is more than 15 minutes from now, look at the time; durable when it returns. */
  wake(turn: TurnReference, at: number): Promise<void>;
  /** A received message comes no earlier than that from now; not at all where it is deleted. */
  hide(receipt: string, ms: number): Promise<void>;
}

export function createCallbackTimer({
  now = Date.now,
  ...queue
}: QueueAddress & { now?: () => number }): CallbackTimer {
  return {
    wake({ conversation, id }, at) {
      const seconds = Math.max(Math.ceil((at - now()) / 1_000), 0);
      return send(queue, {
        content: { conversation, id, at },
        DelaySeconds: Math.min(seconds, MAX_DELAY_SECONDS),
      });
    },

    hide: (receipt, ms) => hide(queue, receipt, ms),
  };
}

/** What a message of the timer says: at that time, in milliseconds since the epoch, a callback is due. All else is in the table. */
const TimerMessage = z.object({
  conversation: z.string(),
  id: z.string(),
  at: z.number(),
});

/** Throws for a message that Parley has not written. */
export function parseTimerMessage(
  body: string,
): TurnReference & { at: number } {
  return TimerMessage.parse(JSON.parse(body));
}

async function send(
  { client, url }: QueueAddress,
  {
    content,
    ...input
  }: { content: object } & Omit<
    SendMessageCommandInput,
    "QueueUrl" | "MessageBody"
  >,
): Promise<void> {
  const MessageBody = toAscii(JSON.stringify(content));
  const command = new SendMessageCommand({
    ...input,
    QueueUrl: url,
    MessageBody,
  });
  await client.send(command, { abortSignal: AbortSignal.timeout(REQUEST_MS) });
}

async function hide(
  { client, url }: QueueAddress,
  receipt: string,
  ms: number,
): Promise<void> {
  const hiddenMs = Math.min(Math.max(ms, 0), MAX_HIDDEN_MS);
  const command = new ChangeMessageVisibilityCommand({
    QueueUrl: url,
    ReceiptHandle: receipt,
    VisibilityTimeout: Math.ceil(hiddenMs / 1_000),
  });
  await client.send(command, { abortSignal: AbortSignal.timeout(REQUEST_MS) });
}

/** 64 characters: SQS takes at most 128, and not all of them. */
async function digest(text: string): Promise<string> {
  return toHex(await sha256(text));
}

/** The same JSON: SQS refuses some characters, and names of conversations may hold any. */
function toAscii(json: string): string {
  return json.replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
