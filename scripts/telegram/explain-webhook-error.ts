const BY_STATUS: Readonly<Record<string, string>> = {
  401: "The deployment has another TELEGRAM_WEBHOOK_SECRET than Telegram was told. Set it to the same as here, and run npm run telegram:webhook again.",
  403: "Something before Parley keeps Telegram out, such as a firewall or Cloudflare Access. Let /telegram/webhook through.",
  404: "The address is wrong, or the deployment lacks TELEGRAM_BOT_TOKEN or TELEGRAM_WEBHOOK_SECRET.",
  429: "A chat has too many messages open, or something before Parley limits requests. Telegram sends them again by itself.",
  503: "The deployment refuses to start, for which GET /healthz gives the reasons, or it cannot reach Telegram itself; its log tells: npx wrangler tail",
};

/** What to do about a delivery that failed, by what Telegram says in `last_error_message`. One sentence or more. */
export function explainWebhookError(message: string): string {
  const status =
    /Wrong response from the webhook: (\d{3})/.exec(message)?.[1] ?? "";
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  if (status.startsWith("3"))
    return "The address sends Telegram on to another one, which it does not follow. Give npm run telegram:webhook the last one.";
  if (status.startsWith("5"))
    return "The deployment failed; its log tells why: npx wrangler tail";
  if (/time|timed out/i.test(message))
    return "The deployment did not answer in time. Telegram sends it again by itself; if it stays so, look into the log: npx wrangler tail";
  if (/ssl|certificate/i.test(message))
    return "The address needs a valid certificate, with all of its chain.";
  if (/resolve|host/i.test(message))
    return "There is no host of that name. Give npm run telegram:webhook the address that npm run deploy prints.";
  return "Telegram must be able to reach the address from the internet, by https, on port 443, 80, 88 or 8443.";
}
