import type {
  Context,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from "aws-lambda";
import type { RunnableCallbackQueue } from "../../http/callbacks/create-callback-queue.ts";
import { logError } from "../../runtime/log.ts";
import type { ReceivedMessage } from "./hold-message.ts";
import {
  parseTimerMessage,
  parseTurnMessage,
  type CallbackTimer,
} from "./queues.ts";
import { runConversation, type TurnWorker } from "./run-conversation.ts";
import type { SetUp } from "./set-up.ts";

export type WorkerHandler = (
  event: SQSEvent,
  context: Context,
) => Promise<SQSBatchResponse>;

/**
 * Creates the worker's handler: runs turns from one queue and callbacks from
 * the other. A batch comes from one queue.
 */
export function createWorkerHandler(setUp: SetUp): WorkerHandler {
  const runTurns = createQueueHandler(setUp);
  const sendCallbacks = createCallbackHandler(setUp);
  return (event, context) =>
    event.Records.some((record) => isFrom(setUp.callbackQueueName, record))
      ? sendCallbacks(event)
      : runTurns(event, context);
}

export function isFrom(
  queueName: string,
  { eventSourceARN }: SQSRecord,
): boolean {
  return eventSourceARN.endsWith(`:${queueName}`);
}

/**
 * Creates the handler of the turn queue, which runs messages one after the
 * other. If a message must be retried, later ones of its group are returned
 * unprocessed, to keep their order.
 */
export function createQueueHandler(worker: TurnWorker): WorkerHandler {
  return async ({ Records }, context) => {
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
  };
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
 * Creates the handler of the callback timer. A callback that is due later gets
 * a new message before its old one is deleted, so that it always has one;
 * failed ones are retried.
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
  return handleAtOnce("callback not sent", async ({ body, receiptHandle }) => {
    const { at, ...turn } = parseTimerMessage(body);
    if (at > now()) {
      await timer.wake(turn, at);
      return "done";
    }
    // The queue's visibility timeout is the function's whole time.
    await timer.hide(receiptHandle, VISIBILITY_MS);
    const result = await callbackQueue.run(turn);
    if (result.kind === "later") await timer.wake(turn, result.at);
    return "done";
  });
}

/**
 * Handles a batch in parallel.
 * @param failure is logged if `work` throws; the message is then received again
 */
export function handleAtOnce(
  failure: string,
  work: (record: SQSRecord) => Promise<"done" | "again">,
): (event: SQSEvent) => Promise<SQSBatchResponse> {
  const outcomeOf = async (record: SQSRecord) => {
    try {
      return await work(record);
    } catch (error) {
      logError(failure, { error });
      return "again";
    }
  };
  return async ({ Records }) => {
    const outcomes = await Promise.all(Records.map(outcomeOf));
    return toResponse(
      Records.filter((_, index) => outcomes[index] === "again"),
    );
  };
}

function toResponse(failed: readonly SQSRecord[]): SQSBatchResponse {
  return {
    batchItemFailures: failed.map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  };
}
