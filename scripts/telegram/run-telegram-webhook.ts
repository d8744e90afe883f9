import type { Api } from "grammy/web";
import { explainFailure } from "../../src/channels/telegram/setup/explain-failure.ts";
import {
  readWebhook,
  setWebhook,
} from "../../src/channels/telegram/setup/set-webhook.ts";
import { createTelegramApi } from "../../src/channels/telegram/telegram-api.ts";
import { COMMANDS } from "../../src/conversation/commands/command-list.ts";
import type { WebhookState } from "../../src/types/setup-report.ts";
import { isFunctionUrl, TELEGRAM_URL_ADVICE } from "./function-url.ts";
import {
  parseWebhookArguments,
  WEBHOOK_USAGE,
} from "./parse-webhook-arguments.ts";
import { readTelegramSettings } from "./read-settings.ts";

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
  /** Contains `.dev.vars`. */
  directory: string;
  print: (line: string) => void;
  signal: AbortSignal;
  /** Used to probe the deployment. */
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
      : connect({
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

/**
 * Whether it is the function that serves the page. `false` if the probe fails:
 * Telegram will report a wrong address.
 */
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

/** Sets the webhook and prints the result of each step. */
async function connect({
  print,
  ...webhook
}: {
  api: Api;
  url: string;
  webhookSecret: string;
  print: (line: string) => void;
}): Promise<void> {
  const { username, first_name } = await webhook.api.getMe();
  print(`The bot is @${username} (${first_name}).`);
  const commands = await setWebhook({ ...webhook, commands: COMMANDS });
  print(`Telegram now sends its messages to ${webhook.url}.`);
  print(`Its commands are ${commands.map((each) => `/${each}`).join(", ")}.`);
  for (const line of describe(await readWebhook(webhook.api))) print(line);
  print(`Write to the bot: https://t.me/${username}`);
}

/**
 * Removes the webhook, so that Telegram keeps messages for a polling client.
 */
async function deleteWebhook({
  api,
  print,
}: {
  api: Api;
  print: (line: string) => void;
}): Promise<void> {
  const { username } = await api.getMe();
  await api.deleteWebhook();
  print(
    `@${username} no longer has a webhook. Telegram keeps its messages for a day; \`npm run telegram:poll\` fetches them.`,
  );
}

function describe({ waiting, lastError }: WebhookState): readonly string[] {
  const waitingLine =
    waiting === 0
      ? "No messages are waiting."
      : `Waiting messages: ${waiting}. Telegram is sending them now.`;
  if (lastError === undefined) return [waitingLine];
  const { at, message, advice } = lastError;
  return [
    waitingLine,
    `The last failed attempt, at ${at}: ${message}`,
    `→ If it fails again: ${advice}`,
  ];
}
