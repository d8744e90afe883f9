import { DeliveryError } from "../../errors.ts";
import { type AccessToken, createAccessToken } from "../access-token.ts";
import { callPlatform, type PlatformAnswer } from "../call-platform.ts";
import * as z from "zod";

/** What the channel needs to call WeChat. */
export interface WechatAccess {
  readonly appId: string;
  readonly appSecret: string;
  readonly apiRoot: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface WechatApi {
  /** The code that WeChat answers; 0 where all is well. Throws only `DeliveryError`. */
  call(
    path: string,
    options: { body: unknown; signal: AbortSignal },
  ): Promise<{ code: number; reason: string }>;
  /** For what is not called with JSON. */
  readonly token: AccessToken;
  /** With a token, of a path that may have a query. */
  addressOf(path: string, token: string): string;
}

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
});
const Failure = z.object({
  errcode: z.number(),
  errmsg: z.string().optional(),
});

/** Whether the token is not taken, or not any more. */
export function isTokenCode(code: unknown): boolean {
  return code === 40001 || code === 40014 || code === 42001;
}

/** The system is busy. */
export const BUSY = -1;
/** The day's calls are used up. */
export const QUOTA = 45009;

/** WeChat renews a token five minutes before its end; both work meanwhile. */
const RENEW_MS = 4 * 60_000;

/**
 * Calls with the account's token, which is kept until shortly before its end. Processes that ask at the same time get the same one, since the
 * stable token is asked for without refreshing it (https://developers.weixin.qq.com/doc/service/api/base/api_getstableaccesstoken): nothing
 * is shared between requests but its value.
 */
export function createWechatApi({
  now,
  ...access
}: WechatAccess & { now: () => number }): WechatApi {
  const token = createAccessToken({
    ask: (options) => askForToken(access, options),
    now,
    renewedEarlierMs: RENEW_MS,
  });
  const addressOf = (path: string, used: string): string => {
    const mark = path.includes("?") ? "&" : "?";
    return `${access.apiRoot}${path}${mark}access_token=${encodeURIComponent(used)}`;
  };

  return {
    token,
    addressOf,

    async call(path, { body, signal }) {
      const { fetch } = access;
      const outcome = await token.use(
        async (used) => {
          const address = addressOf(path, used);
          return readOutcome(
            await callPlatform(address, { body, fetch, signal }),
          );
        },
        { isRefused: ({ code }) => isTokenCode(code), signal },
      );
      const { code, reason } = outcome;
      if (isTokenCode(code))
        throw new DeliveryError({ kind: "unreachable", reason });
      return outcome;
    },
  };
}

function readOutcome({ status, body }: PlatformAnswer): {
  code: number;
  reason: string;
} {
  const { data } = Failure.safeParse(body);
  if (data === undefined)
    throw new DeliveryError({
      kind: "unreachable",
      reason: `HTTP ${status} without a code`,
    });
  const { errcode: code, errmsg = "" } = data;
  return { code, reason: `${code} ${errmsg.slice(0, 200)}` };
}

/** Throws `DeliveryError`, which may pass: who has forgotten to list an IP address can add it. */
async function askForToken(
  { appId, appSecret, apiRoot, fetch }: WechatAccess,
  { signal }: { signal: AbortSignal },
): Promise<{ text: string; seconds: number }> {
  const { body } = await callPlatform(`${apiRoot}/cgi-bin/stable_token`, {
    body: { grant_type: "client_credential", appid: appId, secret: appSecret },
    fetch,
    signal,
  });
  const { data } = Token.safeParse(body);
  if (data !== undefined)
    return { text: data.access_token, seconds: data.expires_in };
  const { errcode = 0, errmsg = "" } = Failure.safeParse(body).data ?? {};
  throw new DeliveryError({
    kind: "unreachable",
    reason: `no access token: ${errcode} ${errmsg.slice(0, 200)}`,
  });
}
