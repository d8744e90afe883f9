import type {
  Context,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from "aws-lambda";
import { describeFailure } from "../../describe-failure.ts";
import {
  type ReceivedMessage,
  runConversation,
  type Workshop,
} from "./run-conversation.ts";
import { readQueueMessage } from "./turn-queue.ts";

/**
 * A function's handler for messages of the queue: one after the other. Behind one that has to come again all others of
 * its group come again, too, untouched, so that their order stays.
 */
export function createQueueHandler(
  workshop: Workshop,
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
      const outcome = await runConversation(message, { workshop, remainingMs });
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
    return { ...readQueueMessage(body), receipt, receiveCount };
  } catch (error) {
    const event = "message of the queue not understood";
    const { messageId } = record;
    console.error(
      JSON.stringify({ event, messageId, ...describeFailure(error) }),
    );
    return undefined;
  }
}
