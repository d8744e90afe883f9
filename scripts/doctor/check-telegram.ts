import { createTelegramApi } from "../../src/channels/telegram/telegram-api.ts";
import { explainFailure } from "../telegram/explain-failure.ts";
import { findIntake, isFunctionUrl } from "../telegram/function-url.ts";
import type { ConfiguredExamination } from "./examination.ts";
import { explainSilence } from "./explain-silence.ts";
import { failed, type Finding, passed, skipped } from "./finding.ts";
import { checkWebhook } from "./check-webhook.ts";
import { checkUpdates } from "./check-updates.ts";
import { createParleyClient } from "./parley-client.ts";

const TIMEOUT_SECONDS = 10;

/** The bot, where Telegram sends its messages, and whether Parley takes them there. */
export async function* checkTelegram({
  config: { telegram },
  order: { target, chat },
  client,
  health,
  signal,
}: Pick<
  ConfiguredExamination,
  "config" | "order" | "client" | "health" | "signal"
>): AsyncGenerator<Finding> {
  if (telegram === undefined)
    return yield skipped(
      "Off: TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET are not set here.",
    );
  const api = createTelegramApi({
    ...telegram,
    signal,
    timeoutSeconds: TIMEOUT_SECONDS,
  });
  const startedAt = performance.now();
  let intake: string | undefined = isFunctionUrl(target.url)
    ? undefined
    : target.url;
  try {
    const { username } = await api.getMe();
    yield passed(`The bot is @${username}.`, performance.now() - startedAt);
    const info = await api.getWebhookInfo();
    yield* checkWebhook(info, { target, token: telegram.token });
    intake ??= findIntake(info.url ?? "", { page: target.url });
  } catch (error) {
    signal.throwIfAborted();
    const [text = "", ...advice] = explainFailure(error, telegram).split(
      "\n→ ",
    );
    yield failed(text, ...advice);
  }
  const silence = explainSilence(await health());
  if (silence !== undefined)
    return yield skipped(`No update was sent to it, since ${silence}.`);
  if (intake === undefined)
    return yield skipped(
      "No update was sent to it, since Telegram has not told where on AWS they go.",
    );
  yield* checkUpdates({
    secret: telegram.webhookSecret,
    chat,
    client:
      intake === target.url
        ? client
        : createParleyClient({ url: intake, signal }),
  });
}
