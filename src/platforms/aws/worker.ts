import { loadSettings } from "./load-settings.ts";
import { setUp } from "./set-up.ts";
import { createWorkerHandler } from "./worker-handler.ts";

/** The function that the queues call. It does not start while the configuration is wrong: messages wait in the queues. */
export const handler = createWorkerHandler(
  setUp(await loadSettings(process.env)),
);
