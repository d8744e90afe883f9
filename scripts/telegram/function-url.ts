/** Whether an address is that of a Lambda function: Parley on AWS has two, and Telegram's updates come in at the second alone. */
export function isFunctionUrl(url: string): boolean {
  return (
    URL.canParse(url) &&
    /\.lambda-url\.[a-z0-9-]+\.on\.aws$/.test(new URL(url).hostname)
  );
}

/** Where the right one of the two is found. */
export const TELEGRAM_URL_ADVICE =
  "npm run telegram:webhook -- <TelegramUrl>: the address that deploy:aws printed for Telegram, also among the outputs of the stack";

/** Where updates come in on AWS, without its path, by what Telegram was told; `undefined` where that is not the second function. */
export function findIntake(
  webhook: string,
  { page }: { page: string },
): string | undefined {
  const address = webhook.replace(/\/telegram\/webhook$/, "");
  return isFunctionUrl(address) && address !== page ? address : undefined;
}
