import { CreateQueueCommand, type SQSClient } from "@aws-sdk/client-sqs";

/** Creates a queue of fauxqs, FIFO if its name ends so, and returns its URL. */
export async function createQueue(
  { sqs, sqsEndpoint }: { sqs: SQSClient; sqsEndpoint: string },
  { name, visibilitySeconds }: { name: string; visibilitySeconds: number },
): Promise<string> {
  const { QueueUrl = "" } = await sqs.send(
    new CreateQueueCommand({
      QueueName: name,
      Attributes: {
        VisibilityTimeout: String(visibilitySeconds),
        ...(name.endsWith(".fifo") && { FifoQueue: "true" }),
      },
    }),
  );
  // It returns a host name that not every machine resolves.
  return new URL(new URL(QueueUrl).pathname, sqsEndpoint).href;
}
