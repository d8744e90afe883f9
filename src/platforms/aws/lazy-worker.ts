import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { logError } from "../../runtime/log.ts";
import { parseTimerMessage } from "./queues.ts";
import { putOff } from "./received-message.ts";
import { connectToQueues, type SetUp } from "./set-up.ts";
import { ParameterStoreError } from "./settings.ts";
import {
  handleAtOnce,
  handleEvent,
  isFrom,
  readTurnMessage,
} from "./worker-handler.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Minimum time between two failed set-ups of one process. */
const RETRY_MS = 30_000;

/**
 * A worker that is set up on demand and retries a failed set-up. If the
 * function failed to start instead, messages would use up their receives and
 * become dead letters. While it is not set up, messages are postponed.
 * @param open sets the worker up; throws `ConfigurationError` if the
 * configuration is wrong
 */
export function createLazyWorker(
  variables: Variables,
  { open, now = Date.now }: { open: () => Promise<SetUp>; now?: () => number },
) {
  let opened: SetUp | undefined;
  let failedAt = -Infinity;

  /** Called while Lambda initialises the function. Never throws. */
  const prepare = async (): Promise<void> => {
    if (opened !== undefined || now() < failedAt + RETRY_MS) return;
    try {
      opened = await open();
    } catch (error) {
      failedAt = now();
      // The messages of both errors name variables and parameters but contain
      // no values.
      const details =
        error instanceof ParameterStoreError
          ? { reason: error.message }
          : { error };
      logError("worker not set up", details);
    }
  };

  return {
    prepare,
    handler: async (event: SQSEvent | object, context: Context) => {
      await prepare();
      if (opened !== undefined) return handleEvent(event, context, opened);
      // A wake-up comes again in a minute.
      return "Records" in event
        ? postponeBatch(event, variables)
        : { batchItemFailures: [] };
    },
  };
}

const FIRST_DELAY_MS = 60_000;

/**
 * Bounded, since it is also how long a conversation may wait once the worker
 * runs again.
 */
const MAX_DELAY_MS = 600_000;

/**
 * Puts each message off for one minute, then with exponential backoff up to ten
 * minutes, any number of times: none becomes a dead letter. Needs only
 * variables that the template sets. Never throws; a message that is not
 * postponed returns when its visibility timeout ends, with one receive more.
 */
export function postponeBatch(
  event: SQSEvent,
  variables: Variables,
): Promise<SQSBatchResponse> {
  return handleAtOnce(event, "message not put off", async (record) => {
    const { queue, timer, callbackQueueName } = connectToQueues(variables);
    const { body, receiptHandle: receipt, attributes } = record;
    const receiveCount = Number(attributes.ApproximateReceiveCount);
    const delayMs = Math.min(
      FIRST_DELAY_MS * 2 ** (receiveCount - 1),
      MAX_DELAY_MS,
    );
    if (!isFrom(callbackQueueName, record)) {
      const message = readTurnMessage(record);
      return message === undefined ? "done" : putOff(message, delayMs, queue);
    }
    const { at, ...turn } = parseTimerMessage(body);
    return putOff({ ...turn, receipt, receiveCount }, delayMs, {
      ...timer,
      send: () => timer.wake(turn, Math.max(at, Date.now() + MAX_DELAY_MS)),
    });
  });
}
