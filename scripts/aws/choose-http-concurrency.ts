import {
  DEFAULT_STACK_OPTIONS,
  MIN_UNRESERVED,
  TELEGRAM_CONCURRENCY,
} from "../../infra/stack-options.ts";
import type { DeployOrder } from "./parse-aws-arguments.ts";

/**
 * What the function `http` gets for itself; `undefined`: nothing is reserved for any function.
 * @param readLimit how many functions the account may run at the same time, where AWS says so
 * @param print tells whoever deploys what that means
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
  // Who names a number means it, also where AWS does not say what there is.
  if (limit === undefined ? httpConcurrency !== "auto" : limit >= needed)
    return wanted;
  print(
    limit === undefined
      ? "! How many functions this account may run at the same time could not be found out, so nothing is reserved. --http-concurrency reserves it all the same."
      : `! This account may run ${limit} functions at the same time, and ${needed} are needed to keep ${wanted} for the page and the API and ${TELEGRAM_CONCURRENCY} for Telegram. Nothing is reserved: many open streams can keep Telegram's messages waiting. Ask AWS for more ("Concurrent executions" in Service Quotas), then deploy again; until then --concurrency 5 leaves room.`,
  );
  return undefined;
}
