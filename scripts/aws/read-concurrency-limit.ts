import * as z from "zod";
import {
  type AwsCredentials,
  signRequest,
} from "../../src/platforms/aws/sign-request.ts";

const TIMEOUT_MS = 10_000;

const Settings = z.object({
  AccountLimit: z.object({ ConcurrentExecutions: z.number() }),
});

/**
 * How many functions an account may run at the same time in a region
 * (docs.aws.amazon.com/lambda/latest/api/API_GetAccountSettings.html); `undefined` where it cannot be found out.
 */
export async function readConcurrencyLimit({
  region,
  credentials,
  endpoint = `https://lambda.${region}.${region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com"}`,
}: {
  region: string;
  credentials: () => Promise<AwsCredentials>;
  endpoint?: string | undefined;
}): Promise<number | undefined> {
  const url = new URL("/2016-08-19/account-settings/", endpoint);
  try {
    const headers = await signRequest({
      method: "GET",
      url,
      headers: {},
      body: "",
      service: "lambda",
      region,
      credentials: await credentials(),
    });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { headers, signal });
    const parsed = Settings.safeParse(await response.json());
    return parsed.data?.AccountLimit.ConcurrentExecutions;
  } catch {
    return undefined;
  }
}
