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
import type { SetupQuestion } from "../http/admin/setup-routes.ts";
import type { TelegramState } from "../types/setup-report.ts";

type Settings = NonNullable<ReturnType<typeof TELEGRAM.settingsIn>>;

const TIMEOUT_SECONDS = 10;

/** Telegram's part of `/setup`: the bot and its webhook. */
export function look(
  settings: Settings,
  question: SetupQuestion,
): Promise<TelegramState> {
  return callTelegram(settings, question, (api) =>
    readWebhook(api, question.language),
  );
}

/** Sets the webhook and the commands. */
export async function connect(
  settings: Settings,
  { address, ...question }: SetupQuestion & { address: string },
): Promise<TelegramState> {
  const parsed = parseWebhookAddress(address, question.language);
  if (parsed.kind === "wrong")
    return { kind: "failed", detail: parsed.problem };
  const { url } = parsed;
  const { webhookSecret } = settings;
  return callTelegram(settings, question, async (api) => {
    await setWebhook({ api, url, webhookSecret, commands: COMMANDS });
    return readWebhook(api, question.language);
  });
}

async function callTelegram(
  settings: Settings,
  { signal, language }: SetupQuestion,
  act: (api: Api) => Promise<TelegramState>,
): Promise<TelegramState> {
  const timeoutSeconds = TIMEOUT_SECONDS;
  try {
    return await act(
      createTelegramApi({ ...settings, signal, timeoutSeconds }),
    );
  } catch (error) {
    const detail = explainFailure(error, settings, language);
    return { kind: "failed", detail };
  }
}
