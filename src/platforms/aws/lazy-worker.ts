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
import { logError } from "../../runtime/log.ts";
import { isNearReceiveLimit } from "./queue-message.ts";
import { ParameterStoreError } from "./settings.ts";

type WorkerHandler = (
  event: SQSEvent,
  context: Context,
) => Promise<SQSBatchResponse>;

/** Minimum time between two failed set-ups of one process. */
const RETRY_MS = 30_000;

/**
 * A worker that is set up on demand and retries a failed set-up. If the
 * function failed to start instead, messages would use up their receives and
 * become dead letters. While it is not set up, messages are postponed.
 * @param open sets the worker up; throws `ConfigurationError` if the
 * configuration is wrong
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
  /** Called while Lambda initialises the function. Never throws. */
  prepare(): Promise<void>;
  readonly handler: WorkerHandler;
} {
  let opened: WorkerHandler | undefined;
  let failedAt = -Infinity;

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
    handler: async (event, context) => {
      await prepare();
      return opened === undefined ? postpone(event) : opened(event, context);
    },
  };
}

const FIRST_DELAY_SECONDS = 60;

/**
 * Bounded, since it is also how long a conversation may wait once the worker
 * runs again.
 */
const MAX_DELAY_SECONDS = 600;

const REQUEST_MS = 10_000;

/**
 * Makes messages return later, any number of times: none becomes a dead letter.
 * Never throws.
 */
type MessagePostponer = (event: SQSEvent) => Promise<SQSBatchResponse>;

/**
 * Hides each message for one minute, then with exponential backoff up to ten
 * minutes, and replaces it before it reaches the queue's receive limit. Needs
 * only variables that the template sets.
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
    if (isNearReceiveLimit(receives)) {
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

  /**
   * A message that is not postponed returns when its visibility timeout ends,
   * with one receive more.
   */
  const postponeIfPossible = async (record: SQSRecord) => {
    try {
      return await postpone(record);
    } catch (error) {
      logError("message not put off", { error });
      return "again";
    }
  };

  return async ({ Records }) => {
    const outcomes = await Promise.all(Records.map(postponeIfPossible));
    return {
      batchItemFailures: Records.filter(
        (_, index) => outcomes[index] === "again",
      ).map(({ messageId }) => ({ itemIdentifier: messageId })),
    };
  };
}
