import type { TelegramApi } from "../../src/channels/telegram/telegram-api.ts";
import type { WebhookInfo } from "@grammyjs/types";
import { explainWebhookError } from "./explain-webhook-error.ts";
import { registerCommands } from "./register-commands.ts";
import { UPDATE_KINDS } from "./update-kinds.ts";

/**
 * Tells Telegram where to send the bot's messages, and which commands to offer; prints what Telegram says to each step.
 * Throws as `TelegramApi` does.
 */
export async function setWebhook({
  api,
  url,
  webhookSecret,
  print,
}: {
  api: TelegramApi;
  url: string;
  webhookSecret: string;
  print: (line: string) => void;
}): Promise<void> {
  const { username, first_name } = await api("getMe", {});
  print(`The bot is @${username} (${first_name}).`);

  await api("setWebhook", {
    url,
    secret_token: webhookSecret,
    allowed_updates: UPDATE_KINDS,
    max_connections: 40,
  });
  print(`Telegram now sends its messages to ${url}.`);

  const commands = await registerCommands(api);
  print(`Its commands are ${commands.map((name) => `/${name}`).join(", ")}.`);

  for (const line of describe(await api("getWebhookInfo", {}))) print(line);
  print(`Write to the bot: https://t.me/${username}`);
}

/** Makes Telegram keep the bot's messages for a client that polls. */
export async function deleteWebhook({
  api,
  print,
}: {
  api: TelegramApi;
  print: (line: string) => void;
}): Promise<void> {
  const { username } = await api("getMe", {});
  await api("deleteWebhook", {});
  print(
    `@${username} no longer has a webhook. Telegram keeps its messages for a day; \`npm run telegram:poll\` fetches them.`,
  );
}

function describe({
  pending_update_count: waiting,
  last_error_date,
  last_error_message = "",
}: WebhookInfo): readonly string[] {
  const waitingLine =
    waiting === 0
      ? "No messages are waiting."
      : `Waiting messages: ${waiting}. Telegram is sending them now.`;
  if (last_error_date === undefined) return [waitingLine];
  const when = new Date(last_error_date * 1000).toISOString();
  return [
    waitingLine,
    `The last failed attempt, at ${when}: ${last_error_message}`,
    `→ If it fails again: ${explainWebhookError(last_error_message)}`,
  ];
}
