import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { describeFailure } from "../../describe-failure.ts";
import { ConfigurationError } from "../../errors.ts";
import { ParameterStoreError } from "./parameter-store.ts";
import type { MessagePostponer } from "./postpone-messages.ts";

export type WorkerHandler = (
  event: SQSEvent,
  context: Context,
) => Promise<SQSBatchResponse>;

/** A set-up that has failed is not tried more often by one process. */
const TRY_AGAIN_MS = 30_000;

/**
 * A worker that is set up when it is needed, and again while that fails: a function that does not start would use up the receives of
 * the messages, until they become dead letters. Messages that come meanwhile are put off.
 * @param open sets the worker up; throws `ConfigurationError` while the configuration is wrong
 */
export function createLazyWorker({
  open,
  postpone,
  now = Date.now,
}: {
  open: () => Promise<WorkerHandler>;
  postpone: MessagePostponer;
  now?: () => number;
}): {
  /** Before the first message, while Lambda starts the function. Never throws. */
  prepare(): Promise<void>;
  readonly handler: WorkerHandler;
} {
  let opened: WorkerHandler | undefined;
  let failedAt = -Infinity;

  const prepare = async (): Promise<void> => {
    if (opened !== undefined || now() < failedAt + TRY_AGAIN_MS) return;
    try {
      opened = await open();
    } catch (error) {
      failedAt = now();
      const event = "worker not set up";
      console.error(JSON.stringify({ event, ...explain(error) }));
    }
  };

  return {
    prepare,
    handler: async (event, context) => {
      await prepare();
      return opened === undefined ? postpone(event) : opened(event, context);
    },
  };
}

/** The messages of both name variables and parameters, and hold no values. */
function explain(error: unknown): object {
  return error instanceof ConfigurationError ||
    error instanceof ParameterStoreError
    ? { error: error.message }
    : describeFailure(error);
}
