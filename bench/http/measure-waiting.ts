import { setTimeout as sleep } from "node:timers/promises";
import { createApiClient } from "../../test/e2e/api-client.ts";
import { startWranglerDev } from "../../test/e2e/wrangler-dev.ts";
import { finalAnswer } from "../../test/fakes/create-agent.ts";
import { startOpenAIServer } from "../../test/stubs/openai-server.ts";
import { percentile } from "./percentile.ts";

const WARM_UP = 5;

/**
 * What Parley adds to the model's own time, for a caller who waits for the answer: the time of the whole request, less the time
 * between the model's being asked and its answering. One turn after another, each in a conversation of its own.
 */
export async function measureWaiting({
  turns,
  modelMs,
}: {
  turns: number;
  /** How long the model thinks. */
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
