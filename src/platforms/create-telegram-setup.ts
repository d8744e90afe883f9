import type { Api } from "grammy/web";
import { explainFailure } from "../channels/telegram/setup/explain-failure.ts";
import {
  readWebhook,
  setWebhook,
} from "../channels/telegram/setup/set-webhook.ts";
import { parseWebhookAddress } from "../channels/telegram/setup/webhook-address.ts";
import { createTelegramApi } from "../channels/telegram/telegram-api.ts";
import type { TELEGRAM } from "../channels/telegram/telegram-definition.ts";
import { COMMANDS } from "../conversation/commands/command-list.ts";
import type { AcceptedLanguage } from "../http/accepted-language.ts";
import type { TelegramState } from "../http/admin/setup-report.ts";
import type {
  SetupQuestion,
  TelegramSetup,
} from "../http/admin/setup-routes.ts";

export type TelegramSettings = NonNullable<
  ReturnType<typeof TELEGRAM.settingsIn>
>;

const TIMEOUT_SECONDS = 10;

/**
 * Telegram's part of `/setup`.
 * @param url where the deployment receives updates, if it is another address
 */
export function createTelegramSetup(
  settings: TelegramSettings,
  { url }: { url: string | undefined },
): TelegramSetup {
  return {
    look: (question) => callTelegram(settings, question, readWebhook),
    async connect({ origin, ...question }) {
      const { language } = question;
      const parsed = parseWebhookAddress(url ?? origin, language);
      if (parsed.kind === "wrong")
        return { kind: "failed", detail: parsed.problem };
      return callTelegram(settings, question, async (api) => {
        await setWebhook({
          api,
          url: parsed.url,
          webhookSecret: settings.webhookSecret,
          commands: COMMANDS,
        });
        return readWebhook(api, language);
      });
    },
  };
}

async function callTelegram(
  settings: TelegramSettings,
  { signal, language }: SetupQuestion,
  act: (api: Api, language: AcceptedLanguage) => Promise<TelegramState>,
): Promise<TelegramState> {
  const api = createTelegramApi({
    ...settings,
    signal,
    timeoutSeconds: TIMEOUT_SECONDS,
  });
  try {
    return await act(api, language);
  } catch (error) {
    return {
      kind: "failed",
      detail: explainFailure(error, settings, language),
    };
  }
}
