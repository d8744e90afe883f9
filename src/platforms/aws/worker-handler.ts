import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { createCallbackHandler } from "./callback-handler.ts";
import { createQueueHandler } from "./queue-handler.ts";
import type { SetUp } from "./set-up.ts";

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
