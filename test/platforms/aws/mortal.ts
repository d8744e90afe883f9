import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { SQSClient } from "@aws-sdk/client-sqs";
import type { Channel } from "../../../src/channel.ts";
import type { LanguageModel } from "../../../src/ports.ts";
import { ProcessDied } from "../dynamodb/trouble.ts";

/** A process that dies at one of its requests, whatever it asks for. */
export interface Mortal {
  /** Those that were made, in order: `DynamoDB`, `SQS`, `send`, `model`. */
  readonly requests: readonly string[];
  /** Whether it has died. */
  readonly isDead: () => boolean;
  readonly dynamoDb: (client: DynamoDBClient) => DynamoDBClient;
  readonly sqs: (client: SQSClient) => SQSClient;
  readonly channel: <Own extends Channel>(channel: Own) => Own;
  readonly model: (model: LanguageModel) => LanguageModel;
}

/**
 * Dies at its n-th request: before that is made, or after, when nobody learns any more what came of it. Nothing that it
 * still asks for is done.
 */
export function createMortal(fatal: number, when: "before" | "after"): Mortal {
  const requests: string[] = [];
  const isDead = () =>
    requests.length > fatal || (requests.length === fatal && hasDied);
  let hasDied = false;
  const die = (): never => {
    hasDied = true;
    throw new ProcessDied();
  };
  const ask = async <Result>(
    what: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (hasDied) throw new ProcessDied();
    const isFatal = requests.push(what) === fatal;
    if (isFatal && when === "before") die();
    const result = await work();
    if (isFatal || hasDied) die();
    return result;
  };
  return {
    requests,
    isDead,
    dynamoDb: (client) => {
      client.middlewareStack.add(
        (next) => (args) => ask("DynamoDB", () => next(args)),
        { step: "initialize" },
      );
      return client;
    },
    sqs: (client) => {
      client.middlewareStack.add(
        (next) => (args) => ask("SQS", () => next(args)),
        { step: "initialize" },
      );
      return client;
    },
    channel: (channel) => ({
      ...channel,
      send: (...given: Parameters<Channel["send"]>) =>
        ask("send", () => channel.send(...given)),
    }),
    model: (model) => ({
      name: model.name,
      async *generate(...given) {
        const events = await ask("model", () =>
          Array.fromAsync(model.generate(...given)),
        );
        yield* events;
      },
    }),
  };
}
