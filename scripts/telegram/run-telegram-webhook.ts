import { createTelegramApi } from "../../src/channels/telegram/telegram-api.ts";
import { explainFailure } from "./explain-failure.ts";
import {
  parseWebhookArguments,
  WEBHOOK_USAGE,
} from "./parse-webhook-arguments.ts";
import { isFunctionUrl, TELEGRAM_URL_ADVICE } from "./function-url.ts";
import { readTelegramSettings } from "./read-settings.ts";
import { deleteWebhook, setWebhook } from "./set-webhook.ts";

const PROBE_MS = 10_000;

/** `npm run telegram:webhook`; returns the exit code. */
export async function runTelegramWebhook({
  arguments: given,
  environment,
  directory,
  print,
  signal,
  fetch = globalThis.fetch,
}: {
  arguments: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Where `.dev.vars` is. */
  directory: string;
  print: (line: string) => void;
  signal: AbortSignal;
  /** Asks the deployment. */
  fetch?: typeof globalThis.fetch;
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
  if (order.kind === "set" && (await isWrongFunction(order.url, fetch))) {
    print(
      `${order.url} does not accept Telegram's messages: on AWS a separate function receives them.\n→ ${TELEGRAM_URL_ADVICE}.`,
    );
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

/** Whether it is the function with the page. Where it does not answer, nothing is known, and Telegram will tell. */
async function isWrongFunction(
  url: string,
  ask: typeof globalThis.fetch,
): Promise<boolean> {
  if (!isFunctionUrl(url)) return false;
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    const response = await ask(url, { method: "POST", signal });
    return (await response.text()).includes("TelegramUrl");
  } catch {
    return false;
  }
}
