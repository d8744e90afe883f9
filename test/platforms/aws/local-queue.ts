import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { inject } from "vitest";

/** A client of fauxqs. */
export function connectToQueues(): SQSClient {
  return new SQSClient({
    region: "eu-central-1",
    endpoint: inject("sqsEndpoint"),
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
}

/** A new FIFO queue with its dead-letter queue, as in the template. */
export async function createQueues({
  client = connectToQueues(),
  visibilitySeconds = 900,
  maxReceiveCount = 20,
}: {
  client?: SQSClient;
  visibilitySeconds?: number;
  maxReceiveCount?: number;
} = {}): Promise<{ client: SQSClient; url: string; deadLettersUrl: string }> {
  const create = async (attributes: Record<string, string>) => {
    const { QueueUrl = "" } = await client.send(
      new CreateQueueCommand({
        QueueName: `${crypto.randomUUID()}.fifo`,
        Attributes: {
          FifoQueue: "true",
          VisibilityTimeout: String(visibilitySeconds),
          ...attributes,
        },
      }),
    );
    // Not every machine resolves the host that fauxqs returns.
    return new URL(new URL(QueueUrl).pathname, inject("sqsEndpoint")).href;
  };
  const deadLettersUrl = await create({});
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: deadLettersUrl,
      AttributeNames: ["QueueArn"],
    }),
  );
  const url = await create({
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: Attributes?.["QueueArn"],
      maxReceiveCount,
    }),
  });
  return { client, url, deadLettersUrl };
}

/** A new standard queue for callbacks. */
export async function createCallbackQueue(client: SQSClient): Promise<string> {
  const { QueueUrl = "" } = await client.send(
    new CreateQueueCommand({
      QueueName: crypto.randomUUID(),
      Attributes: { VisibilityTimeout: "900" },
    }),
  );
  return new URL(new URL(QueueUrl).pathname, inject("sqsEndpoint")).href;
}
