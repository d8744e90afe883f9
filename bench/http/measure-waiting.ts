import { setTimeout as sleep } from "node:timers/promises";
import { createApiClient } from "../../test/e2e/api-client.ts";
import { startWranglerDev } from "../../test/e2e/wrangler-dev.ts";
import { finalAnswer } from "../../test/fakes/create-agent.ts";
import { startOpenAIServer } from "../../test/stubs/openai-server.ts";
import { percentile } from "./percentile.ts";

const WARM_UP = 5;

/**
 * Measures what Parley adds to the model's time for a waiting caller: the
 * duration of the request minus the time between the model's request and
 * response. Turns run in sequence, each in a new conversation.
 */
export async function measureWaiting({
  turns,
  modelMs,
}: {
  turns: number;
  /** The model's response time. */
  modelMs: number;
}): Promise<object[]> {
  await using stack = new AsyncDisposableStack();
  let ownMs = 0;
  const model = await startOpenAIServer({
    respond: async () => {
      const askedAt = performance.now();
      await sleep(modelMs);
      ownMs += performance.now() - askedAt;
      return finalAnswer("It is 4.");
    },
  });
  stack.defer(() => model.close());
  const dev = await startWranglerDev({
    variables: { OPENAI_API_KEY: "sk-bench", OPENAI_BASE_URL: model.url },
  });
  stack.defer(() => dev.close());

  const api = createApiClient(dev.url);
  const overheads: number[] = [];
  for (let turn = -WARM_UP; turn < turns; turn++) {
    ownMs = 0;
    const startedAt = performance.now();
    await api.ask({ conversation: crypto.randomUUID(), text: "2+2" });
    const overhead = performance.now() - startedAt - ownMs;
    if (turn >= 0) overheads.push(overhead);
  }
  return [
    {
      turns,
      "model ms": modelMs,
      "overhead p50 ms": percentile(overheads, 50).toFixed(1),
      "p99 ms": percentile(overheads, 99).toFixed(1),
      "worst ms": percentile(overheads, 100).toFixed(1),
    },
  ];
}
