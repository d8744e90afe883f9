import { logError } from "../../log.ts";
import type { RunnableCallbackQueue } from "../../channels/webhook/callbacks/create-callback-queue.ts";
import {
  type CallbackTimer,
  parseTimerMessage,
  parseTurnMessage,
} from "./queues.ts";
import { runConversation } from "./run-conversation.ts";
import { type ReceivedMessage, type TurnWorker } from "./queue-message.ts";
import type { SetUp } from "./set-up.ts";
import type {
  Context,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from "aws-lambda";

/** The worker's handler: turns from the one queue, callbacks from the other. A batch comes from one of them. */
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
 * A function's handler for messages of the queue: one after the other. After one that has to come again all others of
 * its group come again, too, untouched, so that their order stays.
 */
export function createQueueHandler(
  worker: TurnWorker,
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  return async ({ Records }, context) => {
    const remainingMs = () => context.getRemainingTimeInMillis();
    const failed: SQSRecord[] = [];
    for (const record of Records) {
      const isBehind = failed.some(
        (earlier) => groupOf(earlier) === groupOf(record),
      );
      if (isBehind) {
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

/** `undefined` for one that Parley has not written: it goes, since it would keep the others of its group waiting for hours. */
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

/** What a crash of the worker costs at most; longer than an attempt takes. */
const VISIBILITY_MS = 30_000;

/**
 * A function's handler for messages of the timer, all of a batch at once. What is due later gets a message of its own
 * before its own is taken away, so that there is always one; what fails comes again.
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
    // What the queue hid it for is the function's whole time.
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
