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

/**
 * Finds the function that accepts updates on AWS, as an address without a path,
 * from the webhook set at Telegram; `undefined` if the webhook is something
 * else.
 */
export function findIntake(
  webhook: string,
  { page }: { page: string },
): string | undefined {
  const address = webhook.replace(/\/telegram\/webhook$/, "");
  return isFunctionUrl(address) && address !== page ? address : undefined;
}
