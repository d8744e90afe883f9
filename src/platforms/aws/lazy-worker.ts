import { logError } from "../../log.ts";
import { isWorn } from "./queue-message.ts";
import { ParameterStoreError } from "./settings.ts";
import {
  ChangeMessageVisibilityCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import type {
  Context,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from "aws-lambda";

type WorkerHandler = (
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
      // The messages of both errors name variables and parameters, and hold no values.
      const details =
        error instanceof ParameterStoreError
          ? { reason: error.message }
          : { error };
      logError("worker not set up", details);
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

const FIRST_DELAY_SECONDS = 60;

/** A message that comes later keeps the others of its conversation waiting for as long once the worker runs again. */
const MAX_DELAY_SECONDS = 600;

const REQUEST_MS = 10_000;

/** Sees to it that messages of a queue come again later, however often: none becomes a dead letter. Never throws. */
type MessagePostponer = (event: SQSEvent) => Promise<SQSBatchResponse>;

/**
 * Hides each message for a minute, then for twice as long each time, up to ten minutes. Before one was received too often, a new
 * message takes its place. Needs nothing of the configuration but what the template sets.
 */
export function createMessagePostponer(
  environment: Readonly<Record<string, string | undefined>>,
): MessagePostponer {
  const urls = [
    environment["SQS_QUEUE_URL"],
    environment["SQS_CALLBACK_QUEUE_URL"],
  ].filter((url) => url !== undefined);

  const postpone = async (record: SQSRecord): Promise<"again" | "replaced"> => {
    const name = record.eventSourceARN.split(":").at(-1) ?? "";
    const url = urls.find((known) => known.endsWith(`/${name}`));
    if (url === undefined) throw new Error(`No variable names ${name}.`);
    const client = new SQSClient({
      region: environment["AWS_REGION"] ?? "",
      endpoint: new URL(url).origin,
    });
    const limits = { abortSignal: AbortSignal.timeout(REQUEST_MS) };
    const { attributes, body, receiptHandle } = record;
    const receives = Number(attributes.ApproximateReceiveCount);
    if (isWorn(receives)) {
      const { MessageGroupId } = attributes;
      await client.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: body,
          ...(MessageGroupId === undefined
            ? { DelaySeconds: MAX_DELAY_SECONDS }
            : { MessageGroupId, MessageDeduplicationId: crypto.randomUUID() }),
        }),
        limits,
      );
      return "replaced";
    }
    const delay = FIRST_DELAY_SECONDS * 2 ** Math.max(receives - 1, 0);
    await client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: url,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: Math.min(delay, MAX_DELAY_SECONDS),
      }),
      limits,
    );
    return "again";
  };

  /** Without this the message comes again when its time is over, and was received once more. */
  const tryToPostpone = async (record: SQSRecord) => {
    try {
      return await postpone(record);
    } catch (error) {
      logError("message not put off", { error });
      return "again";
    }
  };

  return async ({ Records }) => {
    const outcomes = await Promise.all(Records.map(tryToPostpone));
    return {
      batchItemFailures: Records.filter(
        (_, index) => outcomes[index] === "again",
      ).map(({ messageId }) => ({ itemIdentifier: messageId })),
    };
  };
}
