/**
 * Whether an address belongs to a Lambda function. Parley on AWS has two; only
 * the second accepts Telegram's updates.
 */
export function isFunctionUrl(url: string): boolean {
  return (
    URL.canParse(url) &&
    /\.lambda-url\.[a-z0-9-]+\.on\.aws$/.test(new URL(url).hostname)
  );
}

export const TELEGRAM_URL_ADVICE =
  "npm run telegram:webhook -- <TelegramUrl>: the address that deploy:aws printed for Telegram, also among the outputs of the stack";
