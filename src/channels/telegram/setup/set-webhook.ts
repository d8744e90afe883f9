import type { Api } from "grammy/web";
import type { AcceptedLanguage } from "../../../http/accepted-language.ts";
import type { WebhookState } from "../../../types/setup-report.ts";
import { hideToken } from "../telegram-api.ts";
import { explainWebhookError } from "./explain-webhook-error.ts";
import { registerCommands, type MenuCommand } from "./register-commands.ts";

/**
 * Kinds of updates that Parley subscribes to
 * (https://core.telegram.org/bots/api#update).
 */
export const UPDATE_KINDS = [
  "message",
  "edited_message",
  "callback_query",
] as const;

/**
 * Sets the webhook and the commands. Returns the commands' names. Throws as
 * the API does.
 */
export async function setWebhook({
  api,
  url,
  webhookSecret,
  commands,
}: {
  api: Api;
  url: string;
  webhookSecret: string;
  commands: readonly MenuCommand[];
}): Promise<readonly string[]> {
  await api.setWebhook(url, {
    secret_token: webhookSecret,
    allowed_updates: UPDATE_KINDS,
  });
  return registerCommands(api, commands);
}

/**
 * Reads the bot and its webhook; the advice is in `language`. Without the
 * token. Throws as the API does.
 */
export async function readWebhook(
  api: Api,
  language: AcceptedLanguage = "en",
): Promise<WebhookState> {
  const { username } = await api.getMe();
  const {
    url = "",
    pending_update_count,
    last_error_date,
    last_error_message = "",
    allowed_updates: allowed = [],
  } = await api.getWebhookInfo();
  return {
    kind: "known",
    username,
    // Some people put the token into the address, and Telegram quotes that.
    url: hideToken(url, api.token),
    waiting: pending_update_count,
    // If no list is set, Telegram's default includes all of these.
    missingKinds:
      allowed.length === 0
        ? []
        : UPDATE_KINDS.filter((kind) => !allowed.includes(kind)),
    ...(last_error_date !== undefined && {
      lastError: {
        at: new Date(last_error_date * 1000).toISOString(),
        message: hideToken(last_error_message, api.token),
        advice: explainWebhookError(last_error_message, language),
      },
    }),
  };
}
