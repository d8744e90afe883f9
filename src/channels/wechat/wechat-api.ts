import * as z from "zod";
import { DeliveryError } from "../../types/errors.ts";
import { createAccessToken, type AccessToken } from "../kit/access-token.ts";
import { callPlatform, type PlatformAnswer } from "../kit/call-platform.ts";

/** Credentials and address of WeChat's API. */
export interface WechatAccess {
  readonly appId: string;
  readonly appSecret: string;
  readonly apiRoot: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

interface Outcome {
  readonly code: number;
  readonly said: string;
}

export interface WechatApi {
  /**
   * Returns WeChat's `errcode`, 0 for success, with its own words.
   * Throws only `DeliveryError`.
   */
  call(
    path: string,
    options: { body: unknown; signal: AbortSignal },
  ): Promise<Outcome>;
  /** For downloads, which do not go through `call`. */
  readonly token: AccessToken;
  /** The URL of a path, which may have a query, with the token. */
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

/** Whether WeChat rejected the token as invalid or expired. */
export function isTokenCode(code: unknown): boolean {
  return code === 40001 || code === 40014 || code === 42001;
}

export const BUSY = -1;
/** The daily quota of calls is exhausted. */
export const QUOTA = 45009;

/**
 * WeChat issues a new token from five minutes before the old one expires; until
 * then, both are valid.
 */
const RENEW_BEFORE_MS = 4 * 60_000;

/**
 * Calls WeChat with the account's stable access token, which is cached until
 * shortly before it expires. Without `force_refresh`, all processes get the
 * same token:
 * https://developers.weixin.qq.com/doc/service/api/base/api_getstableaccesstoken
 */
export function createWechatApi({
  now,
  ...access
}: WechatAccess & { now: () => number }): WechatApi {
  const token = createAccessToken({
    requestToken: (options) => requestToken(access, options),
    now,
    renewBeforeMs: RENEW_BEFORE_MS,
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
      const call = async (used: string) => {
        const address = addressOf(path, used);
        return readOutcome(
          await callPlatform(address, { body, fetch, signal }),
        );
      };
      const isRefused = ({ code }: Outcome) => isTokenCode(code);
      const outcome = await token.use(call, { isRefused, signal });
      const { code, said } = outcome;
      if (isTokenCode(code))
        throw new DeliveryError({
          kind: "unreachable",
          reason: `error ${code}`,
          said,
        });
      return outcome;
    },
  };
}

function readOutcome({ status, body }: PlatformAnswer): Outcome {
  const { data } = Failure.safeParse(body);
  if (data === undefined)
    throw new DeliveryError({
      kind: "unreachable",
      reason: `HTTP ${status} without a code`,
    });
  const { errcode: code, errmsg = "" } = data;
  return { code, said: errmsg.slice(0, 200) };
}

/**
 * Throws `DeliveryError`. Refusals count as `unreachable`, because they may be
 * temporary, e.g. until the operator allows this server's IP address.
 */
async function requestToken(
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
    reason: `no access token: error ${errcode}`,
    said: errmsg.slice(0, 200),
  });
}
