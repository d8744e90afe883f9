import {
  hideToken,
  type TelegramAccess,
  TelegramError,
} from "../telegram-api.ts";

/** What went wrong when Telegram was asked for something, and what to do. Holds neither token nor secret. */
export function explainFailure(
  error: unknown,
  { token, apiRoot }: Pick<TelegramAccess, "token" | "apiRoot">,
): string {
  if (!(error instanceof TelegramError))
    return `Telegram could not be reached at ${hideToken(apiRoot, token)}.\n→ Check the network, and TELEGRAM_API_ROOT if you have set it.`;
  const { status, description } = error;
  const said = hideToken(`Telegram answered ${status}: ${description}`, token);
  const advice = adviceFor(error);
  return advice === undefined ? said : `${said}\n→ ${advice}`;
}

function adviceFor({
  status,
  description,
  parameters,
}: TelegramError): string | undefined {
  if (status === 401 || status === 404)
    return "Telegram does not know this bot. Copy TELEGRAM_BOT_TOKEN from https://t.me/BotFather again, and check TELEGRAM_API_ROOT if you have set it.";
  if (status === 409 && /webhook/i.test(description))
    return "This bot has a webhook, and Telegram delivers messages only one way. Remove the webhook with `npm run telegram:webhook -- --delete`, or use another bot for development.";
  if (status === 409)
    return "Another program is polling for this bot. Stop it, or use another bot for development.";
  if (status === 429)
    return `Too many requests. Try again in ${parameters.retry_after ?? 60} seconds.`;
  if (/webhook/i.test(description))
    return "Telegram must be able to reach the address from the internet, by https with a valid certificate, on port 443, 80, 88 or 8443.";
  return status >= 500 ? "Telegram has a problem. Try again later." : undefined;
}
