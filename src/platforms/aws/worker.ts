import { createLazyWorker, createMessagePostponer } from "./lazy-worker.ts";
import { setUp } from "./set-up.ts";
import { loadSettings } from "./settings.ts";
import { createWorkerHandler } from "./worker-handler.ts";

const worker = createLazyWorker({
  open: async () => createWorkerHandler(setUp(await loadSettings(process.env))),
  postpone: createMessagePostponer(process.env),
});
await worker.prepare();

/**
 * The function that the queues invoke. While the configuration is wrong,
 * messages wait in the queues.
 */
export const { handler } = worker;
