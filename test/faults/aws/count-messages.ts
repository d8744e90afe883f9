import { GetQueueAttributesCommand, type SQSClient } from "@aws-sdk/client-sqs";

/** Counts the messages in a queue, including hidden ones. */
export async function countMessages(
  sqs: SQSClient,
  QueueUrl: string,
): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] }),
  );
  return (
    Number(Attributes["ApproximateNumberOfMessages"]) +
    Number(Attributes["ApproximateNumberOfMessagesNotVisible"])
  );
}
