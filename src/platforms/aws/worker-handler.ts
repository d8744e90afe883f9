import type {
  Context,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from "aws-lambda";
import type { RunnableCallbackQueue } from "../../http/callbacks/create-callback-queue.ts";
import { logError } from "../../runtime/log.ts";
import {
  parseTimerMessage,
  parseTurnMessage,
  type CallbackTimer,
} from "./queues.ts";
import type { ReceivedMessage } from "./received-message.ts";
import { runConversation, type TurnWorker } from "./run-conversation.ts";
import type { SetUp } from "./set-up.ts";
import { wakeDue } from "./wake-due.ts";

/** Handles a batch of one of the queues, or the event of each minute. */
export async function handleEvent(
  event: SQSEvent | object,
  context: Context,
  setUp: SetUp,
): Promise<SQSBatchResponse> {
  if ("Records" in event) return handleBatch(event, context, setUp);
  await wakeDue(setUp);
  return toResponse([]);
}

/**
 * Runs turns from one queue and callbacks from the other. A batch comes from
 * one queue.
 */
export function handleBatch(
  event: SQSEvent,
  context: Context,
  setUp: SetUp,
): Promise<SQSBatchResponse> {
  return event.Records.some((record) => isFrom(setUp.callbackQueueName, record))
    ? sendCallbacks(event, setUp)
    : runTurns(event, context, setUp);
}

export function isFrom(
  queueName: string,
  { eventSourceARN }: SQSRecord,
): boolean {
  return eventSourceARN.endsWith(`:${queueName}`);
}

/**
 * Handles messages of the turn queue one after the other. If a message must be
 * retried, later ones of its group are returned unprocessed, to keep their
 * order.
 */
export async function runTurns(
  { Records }: SQSEvent,
  context: Context,
  worker: TurnWorker,
): Promise<SQSBatchResponse> {
  const remainingMs = () => context.getRemainingTimeInMillis();
  const failed: SQSRecord[] = [];
  for (const record of Records) {
    const message = readTurnMessage(record);
    if (message === undefined) continue;
    const isBlocked = failed.some(
      ({ attributes: { MessageGroupId } }) =>
        MessageGroupId === record.attributes.MessageGroupId,
    );
    const outcome = isBlocked
      ? "again"
      : await runConversation(message, { worker, remainingMs });
    if (outcome === "again") failed.push(record);
  }
  return toResponse(failed);
}

/**
 * `undefined` if Parley did not write the message. It is deleted, since it
 * would block its group for hours.
 */
export function readTurnMessage(
  record: SQSRecord,
): ReceivedMessage | undefined {
  const { body, receiptHandle: receipt, attributes } = record;
  try {
    const receiveCount = Number(attributes.ApproximateReceiveCount);
    return { ...parseTurnMessage(body), receipt, receiveCount };
  } catch (error) {
    const { messageId } = record;
    logError("message of the queue not understood", { messageId, error });
    return undefined;
  }
}

/** Longest delay that a crash of the worker causes; longer than an attempt. */
const VISIBILITY_MS = 30_000;

/**
 * Handles messages of the callback timer. A callback that is due later gets a
 * new message before its old one is deleted, so that it always has one; failed
 * ones are retried.
 */
export function sendCallbacks(
  event: SQSEvent,
  {
    callbackQueue,
    timer,
    now = Date.now,
  }: {
    callbackQueue: Pick<RunnableCallbackQueue, "run">;
    timer: CallbackTimer;
    now?: () => number;
  },
): Promise<SQSBatchResponse> {
  const send = async ({ body, receiptHandle }: SQSRecord) => {
    const { at, ...turn } = parseTimerMessage(body);
    if (at > now()) return timer.wake(turn, at);
    // The queue's visibility timeout is the function's whole time.
    await timer.hide(receiptHandle, VISIBILITY_MS);
    const result = await callbackQueue.run(turn);
    if (result.kind === "later") await timer.wake(turn, result.at);
  };
  return handleAtOnce(event, "callback not sent", async (record) => {
    await send(record);
    return "done";
  });
}

/**
 * Handles a batch in parallel.
 * @param failure is logged if `work` throws; the message is then received again
 */
export async function handleAtOnce(
  { Records }: SQSEvent,
  failure: string,
  work: (record: SQSRecord) => Promise<"done" | "again">,
): Promise<SQSBatchResponse> {
  const outcomes = await Promise.all(
    Records.map((record) =>
      work(record).catch((error: unknown) => {
        logError(failure, { error });
        return "again" as const;
      }),
    ),
  );
  return toResponse(Records.filter((_, index) => outcomes[index] === "again"));
}

function toResponse(failed: readonly SQSRecord[]): SQSBatchResponse {
  return {
    batchItemFailures: failed.map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  };
}
