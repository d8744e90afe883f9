import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { RunnableCallbackQueue } from "../../channels/webhook/callbacks/create-callback-queue.ts";
import { describeFailure } from "../../describe-failure.ts";
import { type CallbackTimer, readTimerMessage } from "./callback-timer.ts";

/** What a crash of the worker costs at most; longer than an attempt takes. */
const HOLD_MS = 30_000;

/**
 * A function's handler for messages of the timer, all of a batch at once. What is to be done later gets a message of its own
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
    const { at, ...turn } = readTimerMessage(body);
    if (at > now()) return timer.wake(turn, at);
    // What the queue hid it for is the function's whole time.
    await timer.hide(receiptHandle, HOLD_MS);
    const result = await callbackQueue.run(turn);
    if (result.kind === "later") await timer.wake(turn, result.at);
  };

  return async ({ Records }) => {
    const outcomes = await Promise.allSettled(Records.map(work));
    return {
      batchItemFailures: outcomes.flatMap((outcome, index) => {
        if (outcome.status === "fulfilled") return [];
        const event = "callback not sent";
        const failure = describeFailure(outcome.reason);
        console.error(JSON.stringify({ event, ...failure }));
        return [{ itemIdentifier: Records[index]?.messageId ?? "" }];
      }),
    };
  };
}
