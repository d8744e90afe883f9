import { createApiClient } from "../test/e2e/api-client.ts";
import { startDev } from "../test/e2e/wrangler-dev.ts";
import { action, finalAnswer } from "../test/fakes/create-agent.ts";
import { startDynamoDbLocal } from "../test/stubs/dynamodb-local.ts";
import { startOpenAIServer } from "../test/stubs/openai-server.ts";

const QUESTION = "How much is 12 * 34?";

export type BenchTarget = "workers" | "aws";

/** Parley on a platform's emulators, with a model that answers immediately. */
export interface Asked extends AsyncDisposable {
  /**
   * Runs a whole turn (two model calls with a calculation in between). Returns
   * the caller's waiting time in milliseconds.
   */
  ask(conversation: string): Promise<number>;
}

export async function startAsking({
  target,
}: {
  target: BenchTarget;
}): Promise<Asked> {
  await using starting = new AsyncDisposableStack();
  const model = await startOpenAIServer({
    respond: ({ messages }) =>
      messages.at(-1)?.content === QUESTION
        ? action("calculator", "12 * 34")
        : finalAnswer("It is 408."),
  });
  starting.defer(() => model.close());
  const database = target === "aws" ? await startDynamoDbLocal() : undefined;
  if (database !== undefined) starting.defer(database.stop);
  const parley = await startDev({
    target,
    ...(database !== undefined && { dynamoDbEndpoint: database.endpoint }),
    variables: {
      OPENAI_API_KEY: "sk-bench",
      OPENAI_BASE_URL: model.url,
      // Counted as usual, but never exhausted.
      USER_DAILY_TOKENS: "1000000000",
      GLOBAL_DAILY_TOKENS: "1000000000",
    },
  });
  starting.defer(() => parley.close());

  const api = createApiClient(parley.url);
  const started = starting.move();
  return {
    async ask(conversation) {
      const begun = performance.now();
      const { reply, usage } = await api.ask({
        conversation,
        user: conversation,
        text: QUESTION,
      });
      const ms = performance.now() - begun;
      if (reply?.text !== "It is 408." || usage.model_calls !== 2)
        throw new Error(
          `Not the turn that was meant: ${JSON.stringify(reply)}`,
        );
      return ms;
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
