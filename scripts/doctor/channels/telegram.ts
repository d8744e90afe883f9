import { randomUUID } from "node:crypto";
import type { WebhookInfo } from "grammy/types";
import { explainFailure } from "../../../src/channels/telegram/setup/explain-failure.ts";
import { explainWebhookError } from "../../../src/channels/telegram/setup/explain-webhook-error.ts";
import { UPDATE_KINDS } from "../../../src/channels/telegram/setup/set-webhook.ts";
import {
  createTelegramApi,
  hideToken,
} from "../../../src/channels/telegram/telegram-api.ts";
import { TELEGRAM } from "../../../src/channels/telegram/telegram-definition.ts";
import {
  createParleyClient,
  hasStatus,
  type Answer,
  type ParleyClient,
} from "../../parley-client.ts";
import {
  findIntake,
  isFunctionUrl,
  TELEGRAM_URL_ADVICE,
} from "../../telegram/function-url.ts";
import type { Target } from "../doctor-arguments.ts";
import {
  describeAnswer,
  explainUnavailability,
  LOG_ADVICE,
  type ConfiguredExamination,
} from "../examination.ts";
import {
  failed,
  passed,
  skipped,
  toLine,
  warning,
  type Finding,
} from "../report.ts";

const TIMEOUT_SECONDS = 10;

/** Checks the bot, its webhook, and that Parley accepts updates there. */
export async function* check({
  config,
  order: { target, chat },
  client,
  health,
  signal,
}: ConfiguredExamination): AsyncGenerator<Finding> {
  const telegram = TELEGRAM.settingsIn(config.channels);
  if (telegram === undefined) return;
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
  const unavailable = explainUnavailability(await health());
  if (unavailable !== undefined)
    return yield skipped(`No test update was sent: ${unavailable}.`);
  if (intake === undefined)
    return yield skipped(
      "No test update was sent: Telegram has no webhook address on AWS yet.",
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

/**
 * Telegram retries at least every two minutes: an older failure has been fixed
 * since, or no update was waiting.
 */
const FAILING_SECONDS = 600;
/** Older errors are ignored. */
const RECENT_SECONDS = 24 * 3600;

/**
 * Interprets Telegram's state of the bot's webhook
 * (https://core.telegram.org/bots/api#webhookinfo).
 */
export function checkWebhook(
  info: WebhookInfo,
  { target, token }: { target: Target; token: string },
): readonly Finding[] {
  const address = checkAddress(info, { target, token });
  // A polling bot has no webhook to check.
  if (!info.url) return [address];
  return [
    address,
    checkDelivery(info, token),
    ...checkUpdateKinds(info, target),
  ];
}

function checkAddress(
  { url = "" }: WebhookInfo,
  { target, token }: { target: Target; token: string },
): Finding {
  const expected = `${target.url}/telegram/webhook`;
  if (target.isLocal)
    return url === ""
      ? passed(
          "It has no webhook: `npm run telegram:poll` fetches its messages.",
        )
      : warning(
          `Telegram delivers its messages to ${hideToken(url, token)}, not here.`,
          "Check that deployment with --url. To receive messages here: npm run telegram:webhook -- --delete, then npm run telegram:poll. Or use another bot for development.",
        );
  // On AWS a separate function receives updates; a test update shows whether
  // this is it.
  const isOnAws = isFunctionUrl(target.url);
  const isRight = isOnAws
    ? isFunctionUrl(url) && url !== expected
    : url === expected;
  if (isRight) return passed(`Telegram sends its messages to ${url}.`);
  const now = `Telegram sends its messages to ${hideToken(url, token)}`;
  const problem =
    url === ""
      ? "It has no webhook: Telegram keeps its messages."
      : url === expected
        ? `${now}, the address of the page and the API, which rejects them.`
        : `${now}, ${isOnAws ? "and not to AWS" : `not to ${expected}`}.`;
  return failed(problem, `Set the webhook: ${adviseOnUrl(target)}`);
}

function adviseOnUrl({ url }: Target): string {
  return isFunctionUrl(url)
    ? TELEGRAM_URL_ADVICE
    : `npm run telegram:webhook -- ${url}`;
}

function checkDelivery(
  {
    pending_update_count: waiting,
    last_error_date: errorDate = 0,
    last_error_message: errorMessage = "",
  }: WebhookInfo,
  token: string,
): Finding {
  const waits = `${waiting} update${waiting === 1 ? " waits" : "s wait"}`;
  const secondsAgo = Date.now() / 1000 - errorDate;
  if (secondsAgo < RECENT_SECONDS) {
    const when = new Date(errorDate * 1000).toISOString();
    const said = toLine(hideToken(errorMessage, token));
    const text = `Telegram could not deliver at ${when}: ${said}. ${waits} now.`;
    const advice = explainWebhookError(errorMessage);
    return waiting > 0 && secondsAgo < FAILING_SECONDS
      ? failed(text, advice)
      : warning(text, `If it happens again: ${advice}`);
  }
  return waiting === 0
    ? passed("No messages are waiting at Telegram.")
    : warning(
        `${waits} at Telegram.`,
        "A few seconds are normal: run this again. If they stay, check the log: npx wrangler tail",
      );
}

/** If no list is set, Telegram's default includes all of these. */
function checkUpdateKinds(
  { allowed_updates: allowed = [] }: WebhookInfo,
  target: Target,
): readonly Finding[] {
  const missing = UPDATE_KINDS.filter((kind) => !allowed.includes(kind));
  if (target.isLocal || allowed.length === 0 || missing.length === 0) return [];
  return [
    warning(
      `The webhook does not include these updates: ${missing.join(", ")}.`,
      `Set it again: ${adviseOnUrl(target)}`,
    ),
  ];
}

/**
 * Checks that updates are accepted with the secret and rejected without it.
 * They are of a kind that causes no reply; the bot only writes to the
 * operator's own chat, if `chat` is set.
 */
async function* checkUpdates({
  secret,
  chat,
  client,
}: {
  secret: string;
  chat: number | undefined;
  client: ParleyClient;
}): AsyncGenerator<Finding> {
  const post = async (token: string, update: object, text: string) => {
    const answer = await client.call("/telegram/webhook", {
      method: "POST",
      headers: { "x-telegram-bot-api-secret-token": token },
      // Negative, so it never collides with a real update.
      body: { update_id: -Date.now(), ...update },
    });
    if (hasStatus(answer, token === secret ? 200 : 401))
      return passed(text, answer.ms);
    return token === secret ? explainRefusal(answer) : explainEntry(answer);
  };
  const refusal = await post(
    `wrong-${randomUUID()}`,
    IGNORED,
    "An update with a wrong secret is rejected.",
  );
  yield refusal;
  if (refusal.kind === "failed") return;
  const acceptance = await post(
    secret,
    IGNORED,
    "An update with the right secret is accepted.",
  );
  yield acceptance;
  if (acceptance.kind === "failed" || chat === undefined) return;
  yield await post(
    secret,
    { message: helpMessage(chat) },
    `/help from chat ${chat} is accepted: look for the bot's answer there.`,
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

function explainEntry(answer: Answer): Finding {
  return hasStatus(answer, 404)
    ? failed(
        "There is no Telegram channel.",
        "Set TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET there, too: in .dev.vars for `npm run dev`, otherwise with npx wrangler secret put",
      )
    : failed(
        `An update with a wrong secret was not rejected: ${describeAnswer(answer)}`,
        "Is that Parley, with nothing in front of it?",
      );
}

function explainRefusal(answer: Answer): Finding {
  return failed(
    `An update with the right secret is not accepted: ${describeAnswer(answer)}`,
    hasStatus(answer, 401)
      ? "TELEGRAM_WEBHOOK_SECRET differs between here and the deployment. Set both to the same value, then run npm run telegram:webhook"
      : `See the log: ${LOG_ADVICE}.`,
  );
}
