import {
  DEFAULT_STACK_OPTIONS,
  MIN_UNRESERVED,
  TELEGRAM_CONCURRENCY,
} from "../../infra/stack-options.ts";
import type { DeployOrder } from "./aws-arguments.ts";

/**
 * The concurrency to reserve for the function `http`; `undefined` if the
 * account's limit is too low to reserve any for any function. Prints why.
 * @param readLimit the account's limit of concurrent executions; `undefined` if
 *   unknown
 */
export async function chooseHttpConcurrency(
  { httpConcurrency }: Pick<DeployOrder, "httpConcurrency">,
  {
    readLimit,
    print,
  }: {
    readLimit: () => Promise<number | undefined>;
    print: (line: string) => void;
  },
): Promise<number | undefined> {
  if (httpConcurrency === "none") return undefined;
  const wanted =
    httpConcurrency === "auto"
      ? DEFAULT_STACK_OPTIONS.httpConcurrency
      : httpConcurrency;
  const limit = await readLimit();
  const needed = wanted + TELEGRAM_CONCURRENCY + MIN_UNRESERVED;
  // An explicit number applies even if the limit is unknown.
  if (limit === undefined ? httpConcurrency !== "auto" : limit >= needed)
    return wanted;
  print(
    limit === undefined
      ? "! The account's limit of concurrent executions could not be determined, so nothing is reserved. --http-concurrency reserves concurrency anyway."
      : `! This account's limit is ${limit} concurrent executions; reserving ${wanted} for the page and the API and ${TELEGRAM_CONCURRENCY} for Telegram needs ${needed}. Nothing is reserved: many open streams can delay Telegram messages. Request a higher limit ("Concurrent executions" in Service Quotas), then deploy again; until then --concurrency 5 leaves room.`,
  );
  return undefined;
}
