import { createApiClient } from "../../test/e2e/api-client.ts";
import { startParley } from "../../test/e2e/wrangler-dev.ts";
import { action, finalAnswer } from "../../test/fakes/create-agent.ts";
import { startDynamoDbLocal } from "../../test/stubs/dynamodb-local.ts";
import { startOpenAIServer } from "../../test/stubs/openai-server.ts";

const QUESTION = "How much is 12 * 34?";
/** Of each conversation, before anything counts. */
const WARM_UP = 2;
/** Fewer in all have no 99th percentile. */
const LEAST_TURNS = 100;

type Ask = (conversation: string) => Promise<number>;

/**
 * One row for each number of conversations at once.
 * @param turns of each conversation, one after the other; more where that is too few in all
 */
export async function measureTurns({
  conversations,
  turns,
}: {
  conversations: readonly number[];
  turns: number;
}): Promise<object[]> {
  await using stack = new AsyncDisposableStack();
  const model = await startOpenAIServer({
    respond: ({ messages }) =>
      messages.at(-1)?.content === QUESTION
        ? action("calculator", "12 * 34")
        : finalAnswer("It is 408."),
  });
  stack.defer(() => model.close());
  const database = await startDynamoDbLocal();
  stack.defer(database.stop);
  const parley = await startParley({
    target: "aws",
    dynamoDbEndpoint: database.endpoint,
    variables: {
      OPENAI_API_KEY: "sk-bench",
      OPENAI_BASE_URL: model.url,
      // Counted as always, and never used up.
      USER_DAILY_TOKENS: "1000000000",
      GLOBAL_DAILY_TOKENS: "1000000000",
    },
  });
  stack.defer(() => parley.close());

  const api = createApiClient(parley.url);
  const ask: Ask = async (conversation) => {
    const begun = performance.now();
    const { reply, usage } = await api.ask({
      conversation,
      user: conversation,
      text: QUESTION,
    });
    const ms = performance.now() - begun;
    if (reply?.text !== "It is 408." || usage.model_calls !== 2)
      throw new Error(`Not the turn that was meant: ${JSON.stringify(reply)}`);
    return ms;
  };
  const rows: object[] = [];
  for (const count of conversations) {
    await talk(ask, { conversations: count, turns: WARM_UP });
    const begun = performance.now();
    const times = await talk(ask, {
      conversations: count,
      turns: Math.max(turns, Math.ceil(LEAST_TURNS / count)),
    });
    const seconds = (performance.now() - begun) / 1_000;
    rows.push({
      "conversations at once": count,
      turns: times.length,
      "turns per second": (times.length / seconds).toFixed(1),
      "p50 ms": quantile(times, 0.5),
      "p99 ms": quantile(times, 0.99),
    });
  }
  return rows;
}

/** All conversations at once, each one turn after the other. */
async function talk(
  ask: Ask,
  { conversations, turns }: { conversations: number; turns: number },
): Promise<number[]> {
  const times = Array.from({ length: conversations }, async (_, number) => {
    const own: number[] = [];
    for (let turn = 0; turn < turns; turn++)
      own.push(await ask(`${conversations} at once, ${number}`));
    return own;
  });
  return (await Promise.all(times)).flat();
}

function quantile(times: readonly number[], share: number): number {
  const place = Math.ceil(times.length * share) - 1;
  return Math.round(times.toSorted((a, b) => a - b)[place] ?? NaN);
}
