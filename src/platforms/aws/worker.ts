import { loadSettings } from "./load-settings.ts";
import { createQueueHandler } from "./queue-handler.ts";
import { setUp } from "./set-up.ts";

/** The function that the queue calls. It does not start while the configuration is wrong: messages wait in the queue. */
export const handler = createQueueHandler(
  setUp(await loadSettings(process.env)),
);
