import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  QueueDoesNotExist,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { startFauxqs } from "fauxqs";

/** As in the CDK stack. */
const VISIBILITY_SECONDS = 900;
const MAX_RECEIVE_COUNT = 20;

export interface LocalQueues {
  readonly client: SQSClient;
  /** FIFO queue of turns. */
  readonly queueUrl: string;
  /** Standard queue of callbacks. */
  readonly callbackQueueUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts fauxqs, an SQS emulator that stores its data in `folder`, and creates
 * the queues of the CDK stack.
 */
export async function startQueues({
  folder,
}: {
  folder: string;
}): Promise<LocalQueues> {
  const server = await startFauxqs({ port: 0, logger: false, dataDir: folder });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const client = new SQSClient({
    region: "eu-central-1",
    endpoint,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });

  const create = async (
    QueueName: string,
    attributes: Record<string, string> = {},
  ): Promise<string> => {
    const found = await client
      .send(new GetQueueUrlCommand({ QueueName }))
      .catch((error: unknown) => {
        if (error instanceof QueueDoesNotExist) return {};
        throw error;
      });
    const { QueueUrl = "" } =
      "QueueUrl" in found
        ? found
        : await client.send(
            new CreateQueueCommand({
              QueueName,
              Attributes: {
                ...(QueueName.endsWith(".fifo") && { FifoQueue: "true" }),
                VisibilityTimeout: String(VISIBILITY_SECONDS),
                ...attributes,
              },
            }),
          );
    // The emulator returns a host name that not every machine resolves.
    return new URL(new URL(QueueUrl).pathname, endpoint).href;
  };

  const createWithDeadLetters = async (
    name: string,
    deadLettersName: string,
  ): Promise<string> => {
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({
        QueueUrl: await create(deadLettersName),
        AttributeNames: ["QueueArn"],
      }),
    );
    return create(name, {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: Attributes?.["QueueArn"],
        maxReceiveCount: MAX_RECEIVE_COUNT,
      }),
    });
  };

  return {
    client,
    queueUrl: await createWithDeadLetters("turns.fifo", "dead-letters.fifo"),
    callbackQueueUrl: await createWithDeadLetters(
      "callbacks",
      "callback-dead-letters",
    ),
    stop: () => server.stop(),
  };
}
