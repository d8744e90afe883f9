import { hideToken } from "../../src/channels/telegram/telegram-api.ts";
import { explainWebhookError } from "../telegram/explain-webhook-error.ts";
import {
  isFunctionUrl,
  TELEGRAM_URL_ADVICE,
} from "../telegram/function-url.ts";
import { UPDATE_KINDS } from "../telegram/update-kinds.ts";
import { failed, type Finding, passed, warning } from "./finding.ts";
import type { Target } from "./target.ts";
import { toLine } from "./to-line.ts";
import type { WebhookInfo } from "grammy/types";

/** Telegram tries again every two minutes at least: what failed longer ago has worked since, or nothing waited. */
const FAILING_SECONDS = 600;
/** What is older is history. */
const RECENT_SECONDS = 24 * 3600;

/** What Telegram says of the bot's webhook (https://core.telegram.org/bots/api#webhookinfo), and what it means. */
export function checkWebhook(
  info: WebhookInfo,
  { target, token }: { target: Target; token: string },
): readonly Finding[] {
  const address = checkAddress(info, { target, token });
  // Who polls has no webhook, and nothing more to look at.
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
  const setIt = `npm run telegram:webhook -- ${target.url}`;
  if (target.isLocal)
    return url === ""
      ? passed(
          "It has no webhook: `npm run telegram:poll` fetches its messages.",
        )
      : warning(
          `Telegram sends its messages to ${hideToken(url, token)}, not here.`,
          "Look there with --url. To have them here: npm run telegram:webhook -- --delete, then npm run telegram:poll. Or use another bot for development.",
        );
  // On AWS they come in at a function of their own; whether it is that one is tried with an update.
  const isRight = isFunctionUrl(target.url)
    ? isFunctionUrl(url) && url !== expected
    : url === expected;
  if (isRight) return passed(`Telegram sends its messages to ${url}.`);
  if (isFunctionUrl(target.url))
    return failed(
      url === ""
        ? "It has no webhook: Telegram keeps its messages."
        : url === expected
          ? `Telegram sends its messages to ${url}, where those who stream answers keep them waiting: they are not taken there.`
          : `Telegram sends its messages to ${hideToken(url, token)}, and not to AWS.`,
      `Tell Telegram where they go: ${TELEGRAM_URL_ADVICE}`,
    );
  return failed(
    url === ""
      ? "It has no webhook: Telegram keeps its messages."
      : `Telegram sends its messages to ${hideToken(url, token)}, not to ${expected}.`,
    `Tell Telegram where they go: ${setIt}`,
  );
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
      : warning(text, `If it comes again: ${advice}`);
  }
  return waiting === 0
    ? passed("Nothing waits at Telegram.")
    : warning(
        `${waits} at Telegram.`,
        "For some seconds that is nothing: run this again. If they stay, look into the log: npx wrangler tail",
      );
}

/** Without a list, Telegram sends what it thinks right, and that has all of these. */
function checkUpdateKinds(
  { allowed_updates: allowed = [] }: WebhookInfo,
  { url, isLocal }: Target,
): readonly Finding[] {
  const missing = UPDATE_KINDS.filter((kind) => !allowed.includes(kind));
  if (isLocal || allowed.length === 0 || missing.length === 0) return [];
  return [
    warning(
      `Telegram was not asked for: ${missing.join(", ")}.`,
      `Tell it again: ${isFunctionUrl(url) ? TELEGRAM_URL_ADVICE : `npm run telegram:webhook -- ${url}`}`,
    ),
  ];
}
