import type { AcceptedLanguage } from "../../../http/accepted-language.ts";

const ENGLISH = {
  "401":
    "The deployment's TELEGRAM_WEBHOOK_SECRET differs from the one that Telegram has. Set it to the same value as here, and run npm run telegram:webhook again.",
  "403":
    "Something in front of Parley blocks Telegram, such as a firewall or Cloudflare Access. Allow /telegram/webhook.",
  "404":
    "The address is wrong, or the deployment lacks TELEGRAM_BOT_TOKEN or TELEGRAM_WEBHOOK_SECRET.",
  "429":
    "A chat has too many waiting messages, or something in front of Parley limits requests. Telegram retries automatically.",
  "503":
    "The deployment refuses to start (see GET /healthz), or cannot reach Telegram (see its log: npx wrangler tail)",
  redirect:
    "The address redirects, and Telegram does not follow redirects. Give npm run telegram:webhook the final address.",
  failed: "The deployment failed; see its log: npx wrangler tail",
  slow: "The deployment did not answer in time. Telegram retries automatically; if that persists, check the log: npx wrangler tail",
  certificate: "The address needs a valid certificate with its full chain.",
  host: "The host name does not exist. Give npm run telegram:webhook the address that npm run deploy prints.",
  other:
    "Telegram must be able to reach the address from the internet, by https, on port 443, 80, 88 or 8443.",
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
    "429":
      "某个聊天里排队的消息太多，或者 Parley 前面有东西限制了请求。Telegram 会自动重试。",
    "503":
      "部署没能启动（见 GET /healthz），或者连不上 Telegram（见日志：npx wrangler tail）。",
    redirect: "这个网址会跳转，而 Telegram 不跟随跳转。请填写最终的网址。",
    failed: "部署出错了，请看日志：npx wrangler tail",
    slow: "部署没有及时回应。Telegram 会自动重试；如果一直这样，请看日志：npx wrangler tail",
    certificate: "这个网址需要有效的证书，并且证书链完整。",
    host: "这个域名不存在。请填写 npm run deploy 打印的网址。",
    other:
      "Telegram 要能从互联网访问这个网址：https，端口 443、80、88 或 8443。",
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
  switch (status) {
    case "401":
    case "403":
    case "404":
    case "429":
    case "503":
      return status;
  }
  if (status.startsWith("3")) return "redirect";
  if (status.startsWith("5")) return "failed";
  if (/time|timed out/i.test(message)) return "slow";
  if (/ssl|certificate/i.test(message)) return "certificate";
  return /resolve|host/i.test(message) ? "host" : "other";
}
