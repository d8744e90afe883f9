const BY_STATUS: Readonly<Record<string, string>> = {
  401: "The deployment's TELEGRAM_WEBHOOK_SECRET differs from the one that Telegram has. Set it to the same value as here, and run npm run telegram:webhook again.",
  403: "Something in front of Parley blocks Telegram, such as a firewall or Cloudflare Access. Allow /telegram/webhook.",
  404: "The address is wrong, or the deployment lacks TELEGRAM_BOT_TOKEN or TELEGRAM_WEBHOOK_SECRET.",
  429: "A chat has too many waiting messages, or something in front of Parley limits requests. Telegram retries automatically.",
  503: "The deployment refuses to start (see GET /healthz), or cannot reach Telegram (see its log: npx wrangler tail)",
};

/** What to do about a delivery that failed, by what Telegram says in `last_error_message`. One sentence or more. */
export function explainWebhookError(message: string): string {
  const status =
    /Wrong response from the webhook: (\d{3})/.exec(message)?.[1] ?? "";
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  if (status.startsWith("3"))
    return "The address redirects, and Telegram does not follow redirects. Give npm run telegram:webhook the final address.";
  if (status.startsWith("5"))
    return "The deployment failed; see its log: npx wrangler tail";
  if (/time|timed out/i.test(message))
    return "The deployment did not answer in time. Telegram retries automatically; if that persists, check the log: npx wrangler tail";
  if (/ssl|certificate/i.test(message))
    return "The address needs a valid certificate with its full chain.";
  if (/resolve|host/i.test(message))
    return "The host name does not exist. Give npm run telegram:webhook the address that npm run deploy prints.";
  return "Telegram must be able to reach the address from the internet, by https, on port 443, 80, 88 or 8443.";
}
