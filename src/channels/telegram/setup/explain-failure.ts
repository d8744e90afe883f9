import { GrammyError } from "grammy/web";
import type { AcceptedLanguage } from "../../../http/accepted-language.ts";
import { countOf } from "../../../text/text.ts";
import type { PlatformAccess } from "../../kit/call-platform.ts";
import { hideToken } from "../telegram-api.ts";
import { ADDRESS_RULE } from "./webhook-address.ts";

const ENGLISH = {
  unreachable: (root: string) =>
    `Telegram could not be reached at ${root}.\n→ Check the network, and TELEGRAM_API_ROOT if you have set it.`,
  answered: "Telegram answered",
  unknownBot:
    "Telegram does not know this bot. Copy TELEGRAM_BOT_TOKEN from https://t.me/BotFather again, and check TELEGRAM_API_ROOT if you have set it.",
  hasWebhook:
    "This bot has a webhook, and Telegram delivers messages only one way. Remove the webhook with `npm run telegram:webhook -- --delete`, or use another bot for development.",
  isPolled:
    "Another program is polling for this bot. Stop it, or use another bot for development.",
  tooMany: (seconds: number) =>
    `Too many requests. Try again in ${countOf(seconds, "second")}.`,
  address: ADDRESS_RULE.en,
  down: "Telegram has a problem. Try again later.",
};

const TEXTS: Readonly<Record<AcceptedLanguage, typeof ENGLISH>> = {
  en: ENGLISH,
  zh: {
    unreachable: (root) =>
      `连不上 ${root} 的 Telegram。\n→ 请检查网络；如果设置了 TELEGRAM_API_ROOT，也请检查。`,
    answered: "Telegram 回应",
    unknownBot:
      "Telegram 不认识这个机器人。请从 https://t.me/BotFather 重新复制 TELEGRAM_BOT_TOKEN；如果设置了 TELEGRAM_API_ROOT，也请检查。",
    hasWebhook:
      "这个机器人设置了 webhook，Telegram 只用一种方式投递消息。请用 `npm run telegram:webhook -- --delete` 删除 webhook，或另用一个机器人来开发。",
    isPolled:
      "另一个程序正在轮询这个机器人。请停掉它，或另用一个机器人来开发。",
    tooMany: (seconds) => `请求太多了，请过 ${seconds} 秒再试。`,
    address: ADDRESS_RULE.zh,
    down: "Telegram 出了问题，请稍后再试。",
  },
};

/** Explains a failed call and what to do. Contains neither token nor secret. */
export function explainFailure(
  error: unknown,
  { token, apiRoot }: Pick<PlatformAccess, "token" | "apiRoot">,
  language: AcceptedLanguage = "en",
): string {
  const texts = TEXTS[language];
  if (!(error instanceof GrammyError))
    return texts.unreachable(hideToken(apiRoot, token));
  const { error_code: status, description } = error;
  const reason = hideToken(
    `${texts.answered} ${status}: ${description}`,
    token,
  );
  const advice = adviceFor(error, texts);
  return advice === undefined ? reason : `${reason}\n→ ${advice}`;
}

function adviceFor(
  { error_code: status, description, parameters }: GrammyError,
  texts: typeof ENGLISH,
): string | undefined {
  const isAboutWebhook = /webhook/i.test(description);
  if (status === 401 || status === 404) return texts.unknownBot;
  if (status === 409) return isAboutWebhook ? texts.hasWebhook : texts.isPolled;
  if (status === 429) return texts.tooMany(parameters.retry_after ?? 60);
  if (isAboutWebhook) return texts.address;
  return status >= 500 ? texts.down : undefined;
}
