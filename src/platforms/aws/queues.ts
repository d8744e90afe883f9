import {
  ChangeMessageVisibilityCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import * as z from "zod";
import { sha256, toHex } from "../../runtime/hash.ts";
import { BusyError } from "../../types/errors.ts";
import type { TurnReference } from "../../types/mailbox.ts";

interface QueueAddress {
  readonly client: SQSClient;
  readonly url: string;
}

/**
 * SQS hides a message for at most 12 hours after its receive, some of which may
 * have passed.
 */
const MAX_HIDDEN_MS = 11 * 3_600_000;
/** SQS delays a message by at most 15 minutes. */
const MAX_DELAY_SECONDS = 900;
const REQUEST_MS = 10_000;
const RETRY_AFTER_MS = 5_000;

interface Queue {
  /**
   * Hides a received message, and later ones of its group, for `ms` from now.
   * No effect if it is deleted.
   */
  hide(receipt: string, ms: number): Promise<void>;
}

/**
 * The FIFO queue between the functions. Each conversation is a message group,
 * so one of its messages is in flight at a time. Texts stay in the table.
 */
export interface TurnQueue extends Queue {
  /**
   * Has a worker run the conversation's turns; durable when it returns. Calls
   * with the same `occasion` within five minutes may be deduplicated; the
   * default is unique. Throws `BusyError`.
   */
  send(conversation: string, options?: { occasion?: string }): Promise<void>;
}

/** Throws if Parley did not write the message. */
export const parseTurnMessage = parserOf(
  z.object({ conversation: z.string() }),
);

export function createTurnQueue(queue: QueueAddress): TurnQueue {
  return {
    hide: (receipt, ms) => hide(queue, receipt, ms),

    async send(conversation, { occasion = crypto.randomUUID() } = {}) {
      try {
        await send(queue, {
          content: { conversation },
          MessageGroupId: await digest(conversation),
          MessageDeduplicationId: await digest(
            JSON.stringify([conversation, occasion]),
          ),
        });
      } catch (cause) {
        const reason = "SQS did not accept a message.";
        throw new BusyError({ reason, retryAfterMs: RETRY_AFTER_MS, cause });
      }
    },
  };
}

/** The standard queue in which callbacks wait, one delayed message each. */
export interface CallbackTimer extends Queue {
  /**
   * Has the worker run the callback at `at`, in milliseconds since the epoch.
   * SQS delays at most 15 minutes, so the worker re-enqueues a message that
   * arrives early. Durable when it returns.
   */
  wake(turn: TurnReference, at: number): Promise<void>;
}

/** Throws if Parley did not write the message. */
export const parseTimerMessage = parserOf(
  z.object({ conversation: z.string(), id: z.string(), at: z.number() }),
);

export function createCallbackTimer({
  now = Date.now,
  ...queue
}: QueueAddress & { now?: () => number }): CallbackTimer {
  return {
    hide: (receipt, ms) => hide(queue, receipt, ms),

    wake({ conversation, id }, at) {
      const seconds = Math.max(Math.ceil((at - now()) / 1_000), 0);
      return send(queue, {
        content: { conversation, id, at },
        DelaySeconds: Math.min(seconds, MAX_DELAY_SECONDS),
      });
    },
  };
}

function parserOf<Content>(schema: z.ZodType<Content>) {
  return (body: string): Content => schema.parse(JSON.parse(body));
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
  const command = new SendMessageCommand({
    ...input,
    QueueUrl: url,
    MessageBody: toAscii(JSON.stringify(content)),
  });
  await client.send(command, { abortSignal: AbortSignal.timeout(REQUEST_MS) });
}

async function hide(
  { client, url }: QueueAddress,
  receipt: string,
  ms: number,
): Promise<void> {
  const hiddenMs = Math.min(ms, MAX_HIDDEN_MS);
  const command = new ChangeMessageVisibilityCommand({
    QueueUrl: url,
    ReceiptHandle: receipt,
    VisibilityTimeout: Math.ceil(hiddenMs / 1_000),
  });
  await client.send(command, { abortSignal: AbortSignal.timeout(REQUEST_MS) });
}

/** 64 characters; SQS allows 128 and only some characters. */
async function digest(text: string): Promise<string> {
  return toHex(await sha256(text));
}

/**
 * Escapes non-ASCII: SQS rejects some characters, and conversations may have
 * any name.
 */
function toAscii(json: string): string {
  return json.replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
