import { createTelegramApi } from "../../src/channels/telegram/telegram-api.ts";
import { explainFailure } from "./explain-failure.ts";
import {
  parseWebhookArguments,
  WEBHOOK_USAGE,
} from "./parse-webhook-arguments.ts";
import { readTelegramSettings } from "./read-settings.ts";
import { deleteWebhook, setWebhook } from "./set-webhook.ts";

/** `npm run telegram:webhook`; returns the exit code. */
export async function runTelegramWebhook({
  arguments: given,
  environment,
  directory,
  print,
  signal,
}: {
  arguments: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Where `.dev.vars` is. */
  directory: string;
  print: (line: string) => void;
  signal: AbortSignal;
}): Promise<0 | 1> {
  const order = parseWebhookArguments(given);
  if (order.kind === "wrong") {
    print(`${order.problem}\n\n${WEBHOOK_USAGE}`);
    return 1;
  }
  const reading = await readTelegramSettings({ environment, directory });
  if (reading.kind === "wrong") {
    reading.problems.forEach(print);
    return 1;
  }
  const { settings } = reading;
  const api = createTelegramApi({ ...settings, signal });
  try {
    await (order.kind === "delete"
      ? deleteWebhook({ api, print })
      : setWebhook({
          api,
          url: order.url,
          webhookSecret: settings.webhookSecret,
          print,
        }));
    return 0;
  } catch (error) {
    print(explainFailure(error, settings));
    return 1;
  }
}
