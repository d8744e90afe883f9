import type {
  Context,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from "aws-lambda";
import type { RunnableCallbackQueue } from "../../http/callbacks/create-callback-queue.ts";
import { logError } from "../../runtime/log.ts";
import type { ReceivedMessage, TurnWorker } from "./queue-message.ts";
import {
  parseTimerMessage,
  parseTurnMessage,
  type CallbackTimer,
} from "./queues.ts";
import { runConversation } from "./run-conversation.ts";
import type { SetUp } from "./set-up.ts";

/**
 * Creates the worker's handler: runs turns from one queue and callbacks from
 * the other. A batch comes from one queue.
 */
export function createWorkerHandler(
  setUp: SetUp,
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  const runTurns = createQueueHandler(setUp);
  const sendCallbacks = createCallbackHandler(setUp);
  return (event, context) =>
    event.Records[0]?.eventSourceARN.endsWith(`:${setUp.callbackQueueName}`)
      ? sendCallbacks(event)
      : runTurns(event, context);
}

/**
 * Creates the handler of the turn queue, which runs messages one after the
 * other. If a message must be retried, later ones of its group are returned
 * unprocessed, to keep their order.
 */
export function createQueueHandler(
  worker: TurnWorker,
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  return async ({ Records }, context) => {
    const remainingMs = () => context.getRemainingTimeInMillis();
    const failed: SQSRecord[] = [];
    for (const record of Records) {
      const isBlocked = failed.some(
        (earlier) => groupOf(earlier) === groupOf(record),
      );
      if (isBlocked) {
        failed.push(record);
        continue;
      }
      const message = toMessage(record);
      if (message === undefined) continue;
      const outcome = await runConversation(message, { worker, remainingMs });
      if (outcome === "again") failed.push(record);
    }
    return {
      batchItemFailures: failed.map(({ messageId }) => ({
        itemIdentifier: messageId,
      })),
    };
  };
}

function groupOf({ attributes }: SQSRecord): string {
  return attributes.MessageGroupId ?? "";
}

/**
 * `undefined` if Parley did not write the message. It is deleted, since it
 * would block its group for hours.
 */
function toMessage(record: SQSRecord): ReceivedMessage | undefined {
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
 * Creates the handler of the callback timer, which runs a batch in parallel. A
 * callback that is due later gets a new message before its old one is deleted,
 * so that it always has one; failed ones are retried.
 */
export function createCallbackHandler({
  callbackQueue,
  timer,
  now = Date.now,
}: {
  callbackQueue: Pick<RunnableCallbackQueue, "run">;
  timer: CallbackTimer;
  now?: () => number;
}): (event: SQSEvent) => Promise<SQSBatchResponse> {
  const work = async ({ body, receiptHandle }: SQSRecord): Promise<void> => {
    const { at, ...turn } = parseTimerMessage(body);
    if (at > now()) return timer.wake(turn, at);
    // The queue's visibility timeout is the function's whole time.
    await timer.hide(receiptHandle, VISIBILITY_MS);
    const result = await callbackQueue.run(turn);
    if (result.kind === "later") await timer.wake(turn, result.at);
  };

  return async ({ Records }) => {
    const outcomes = await Promise.allSettled(Records.map(work));
    return {
      batchItemFailures: outcomes.flatMap((outcome, index) => {
        if (outcome.status === "fulfilled") return [];
        logError("callback not sent", { error: outcome.reason });
        return [{ itemIdentifier: Records[index]?.messageId ?? "" }];
      }),
    };
  };
}
