import type { AcceptedLanguage } from "../../../http/accepted-language.ts";
import { ADDRESS_RULE } from "./webhook-address.ts";

const ENGLISH = {
  "401":
    "The deployment's TELEGRAM_WEBHOOK_SECRET differs from the one that Telegram has. Set it to the same value as here, and run npm run telegram:webhook again.",
  "403":
    "Something in front of Parley blocks Telegram, such as a firewall or Cloudflare Access. Allow /telegram/webhook.",
  "404":
    "The address is wrong, or the deployment lacks TELEGRAM_BOT_TOKEN or TELEGRAM_WEBHOOK_SECRET.",
  redirect:
    "The address redirects, and Telegram does not follow redirects. Give npm run telegram:webhook the final address.",
  failed:
    "The deployment failed, or refuses to start: see GET /healthz, and its log: npx wrangler tail",
  slow: "The deployment, or something in front of it, did not accept the message in time. Telegram retries automatically; if that persists, check the log: npx wrangler tail",
  address: ADDRESS_RULE.en,
};

type Cause = keyof typeof ENGLISH;

const TEXTS: Readonly<
  Record<AcceptedLanguage, Readonly<Record<Cause, string>>>
> = {
  en: ENGLISH,
  zh: {
    "401":
      "部署的 TELEGRAM_WEBHOOK_SECRET 和 Telegram 记录的不同。请把它设成同一个值，再重新接通。",
    "403":
      "Parley 前面有东西拦住了 Telegram，例如防火墙或 Cloudflare Access。请放行 /telegram/webhook。",
    "404":
      "网址不对，或者部署缺少 TELEGRAM_BOT_TOKEN 或 TELEGRAM_WEBHOOK_SECRET。",
    redirect: "这个网址会跳转，而 Telegram 不跟随跳转。请填写最终的网址。",
    failed:
      "部署出错了，或没能启动：见 GET /healthz，以及日志：npx wrangler tail",
    slow: "部署或它前面的东西没有及时收下消息。Telegram 会自动重试；如果一直这样，请看日志：npx wrangler tail",
    address: ADDRESS_RULE.zh,
  },
};

/**
 * Advice on a failed delivery, by Telegram's `last_error_message`: one or more
 * sentences.
 */
export function explainWebhookError(
  message: string,
  language: AcceptedLanguage = "en",
): string {
  return TEXTS[language][causeOf(message)];
}

function causeOf(message: string): Cause {
  const status =
    /Wrong response from the webhook: (\d{3})/.exec(message)?.[1] ?? "";
  if (status === "401" || status === "403" || status === "404") return status;
  if (status.startsWith("3")) return "redirect";
  if (status.startsWith("5")) return "failed";
  return status === "429" || /time/i.test(message) ? "slow" : "address";
}
