import { createLazyWorker } from "./lazy-worker.ts";
import { setUp } from "./set-up.ts";
import { loadSettings } from "./settings.ts";

const worker = createLazyWorker(process.env, {
  open: async () => setUp(await loadSettings(process.env)),
});
await worker.prepare();

/**
 * The function that the queues invoke. While the configuration is wrong,
 * messages wait in the queues.
 */
export const { handler } = worker;
