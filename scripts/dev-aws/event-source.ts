import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  type Message,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { createContext } from "./lambda-context.ts";

/**
 * Passes a queue's messages to a function, like Lambda's event source mapping.
 */
export interface EventSource {
  /** Receives no more messages and waits for running invocations. */
  stop(): Promise<void>;
}

type QueueHandler = (
  event: SQSEvent,
  context: Context,
) => Promise<SQSBatchResponse>;

/**
 * Emulates an event source mapping with batch size 1 and
 * `ReportBatchItemFailures`: if the function throws or reports a failure, the
 * message stays in the queue, hidden until its visibility timeout ends;
 * otherwise it is deleted.
 */
export function startEventSource({
  client,
  queueUrl,
  handler,
  concurrency = 50,
  timeoutMs = 900_000,
}: {
  client: SQSClient;
  queueUrl: string;
  handler: QueueHandler;
  concurrency?: number;
  timeoutMs?: number;
}): EventSource {
  const controller = new AbortController();
  const queueName = queueUrl.slice(queueUrl.lastIndexOf("/") + 1);
  const running = new Set<Promise<void>>();

  const run = async (message: Message): Promise<void> => {
    try {
      const result = await handler(
        toEvent([message], { queueName }),
        createContext({ timeoutMs }),
      );
      const hasFailed = result.batchItemFailures.length > 0;
      if (hasFailed) return;
      await client.send(
        new DeleteMessageCommand({
          QueueUrl: queueUrl,
          ReceiptHandle: message.ReceiptHandle,
        }),
      );
    } catch (error) {
      console.error(error);
    }
  };

  const poll = async (): Promise<void> => {
    while (!controller.signal.aborted) {
      const free = concurrency - running.size;
      if (free === 0) {
        await Promise.race(running);
        continue;
      }
      const { Messages = [] } = await receive(free);
      for (const message of Messages) {
        const work = run(message).finally(() => running.delete(work));
        running.add(work);
      }
    }
  };

  const receive = async (
    count: number,
  ): Promise<{ Messages?: Message[] | undefined }> => {
    try {
      return await client.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: Math.min(count, 10),
          WaitTimeSeconds: 1,
          MessageSystemAttributeNames: ["All"],
        }),
        { abortSignal: controller.signal },
      );
    } catch (error) {
      if (!controller.signal.aborted) {
        console.error(error);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
      return {};
    }
  };

  const polling = poll();
  return {
    async stop() {
      controller.abort();
      await polling;
      await Promise.all(running);
    },
  };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
export function toEvent(
  messages: readonly Message[],
  { queueName = "local.fifo" } = {},
): SQSEvent {
  return {
    Records: messages.map(
      ({ MessageId = "", ReceiptHandle = "", Body = "", Attributes }) => ({
        messageId: MessageId,
        receiptHandle: ReceiptHandle,
        body: Body,
        attributes: {
          ApproximateReceiveCount: "1",
          ApproximateFirstReceiveTimestamp: "0",
          SenderId: "local",
          SentTimestamp: "0",
          ...Attributes,
        },
        messageAttributes: {},
        md5OfBody: "",
        eventSource: "aws:sqs",
        eventSourceARN: `arn:aws:sqs:eu-central-1:000000000000:${queueName}`,
        awsRegion: "eu-central-1",
      }),
    ),
  };
}
