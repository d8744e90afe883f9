import { explainFailure } from "../../../src/channels/telegram/setup/explain-failure.ts";
import { readWebhook } from "../../../src/channels/telegram/setup/set-webhook.ts";
import { createTelegramApi } from "../../../src/channels/telegram/telegram-api.ts";
import { TELEGRAM } from "../../../src/channels/telegram/telegram-definition.ts";
import type { WebhookState } from "../../../src/types/setup-report.ts";
import { hasStatus } from "../../parley-client.ts";
import {
  isFunctionUrl,
  TELEGRAM_URL_ADVICE,
} from "../../telegram/function-url.ts";
import { createCheck } from "../check-channel.ts";
import type { Target } from "../doctor-arguments.ts";
import { describeAnswer, LOG_ADVICE } from "../examination.ts";
import { failed, passed, toLine, warning, type Finding } from "../report.ts";

const TIMEOUT_SECONDS = 10;

/** Checks the bot, its webhook, and that Parley accepts updates there. */
export const check = createCheck(TELEGRAM, {
  async *look(settings, { signal, target, compare }) {
    const timeoutSeconds = TIMEOUT_SECONDS;
    const api = createTelegramApi({ ...settings, signal, timeoutSeconds });
    const startedAt = performance.now();
    const webhook = await readWebhook(api);
    const { username } = webhook;
    yield passed(`The bot is @${username}.`, performance.now() - startedAt);
    yield* checkWebhook(webhook, { target, compare });
  },

  explain(error, settings) {
    const [text = "", ...advice] = explainFailure(error, settings).split(
      "\n→ ",
    );
    return failed(text, ...advice);
  },

  async *accept({ webhookSecret }, { post, chat }) {
    const headers = { "x-telegram-bot-api-secret-token": webhookSecret };
    const send = async (update: object, text: string): Promise<Finding> => {
      // Negative, so it never collides with a real update.
      const body = { update_id: -Date.now(), ...update };
      const answer = await post(body, headers);
      return hasStatus(answer, 200)
        ? passed(text, answer.ms)
        : failed(
            `An update with the right secret is not accepted: ${describeAnswer(answer)}`,
            hasStatus(answer, 401)
              ? "TELEGRAM_WEBHOOK_SECRET differs between here and the deployment. Set both to the same value, then run npm run telegram:webhook"
              : `See the log: ${LOG_ADVICE}.`,
          );
    };
    yield await send(IGNORED, "An update with the right secret is accepted.");
    if (chat !== undefined)
      yield await send(
        { message: helpMessage(chat) },
        `/help from chat ${chat} is accepted: look for the bot's answer there.`,
      );
  },
});

/** Older errors are ignored. */
const RECENT_MS = 24 * 3_600_000;

/** Interprets Telegram's state of the bot's webhook. */
export function* checkWebhook(
  { url, waiting, lastError }: WebhookState,
  {
    target,
    compare,
  }: { target: Target; compare: (address: string, advice: string) => Finding },
): Generator<Finding, void> {
  const set = `Set the webhook: ${isFunctionUrl(target.url) ? TELEGRAM_URL_ADVICE : `npm run telegram:webhook -- ${target.url}`}`;
  // A polling bot has no webhook to check.
  if (url === "")
    return yield target.isLocal
      ? passed(
          "It has no webhook: `npm run telegram:poll` fetches its messages.",
        )
      : failed("It has no webhook: Telegram keeps its messages.", set);
  yield target.isLocal
    ? warning(
        `Telegram delivers its messages to ${toLine(url)}, not here.`,
        "Check that deployment with --url. To receive messages here: npm run telegram:webhook -- --delete, then npm run telegram:poll. Or use another bot for development.",
      )
    : compare(url, set);
  const waits = `${waiting} update${waiting === 1 ? " waits" : "s wait"}`;
  const { at = "", message = "", advice = "" } = lastError ?? {};
  if (Date.now() - Date.parse(at) < RECENT_MS) {
    const text = `Telegram could not deliver at ${at}: ${toLine(message)}. ${waits} now.`;
    yield waiting > 0
      ? failed(text, advice)
      : warning(text, `If it happens again: ${advice}`);
  } else
    yield waiting === 0
      ? passed("No messages are waiting at Telegram.")
      : warning(
          `${waits} at Telegram.`,
          "A few seconds are normal: run this again. If they stay, check the log: npx wrangler tail",
        );
}

/** A poll update, which bots that send no polls ignore. */
const IGNORED = {
  poll: {
    id: "0",
    question: "npm run doctor",
    options: [],
    total_voter_count: 0,
    is_closed: true,
    is_anonymous: true,
    type: "regular",
    allows_multiple_answers: false,
  },
};

/** A private chat's id equals the user's id. */
function helpMessage(chat: number): object {
  return {
    message_id: 1,
    date: Math.floor(Date.now() / 1000),
    chat: { id: chat, type: "private", first_name: "Doctor" },
    from: { id: chat, is_bot: false, first_name: "Doctor" },
    text: "/help",
    entities: [{ type: "bot_command", offset: 0, length: 5 }],
  };
}
