import * as z from "zod";
import { DeliveryError } from "../../types/errors.ts";
import { createAccessToken, type AccessToken } from "../kit/access-token.ts";
import { callPlatform, type PlatformAnswer } from "../kit/call-platform.ts";
import { kindOf } from "../kit/platform-codes.ts";

/** Credentials and address of WeChat's API. */
export interface WechatAccess {
  readonly appId: string;
  readonly appSecret: string;
  readonly apiRoot: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface WechatApi {
  /** Throws only `DeliveryError`. */
  call(
    path: string,
    options: { body: unknown; signal: AbortSignal },
  ): Promise<void>;
  /** For downloads, which do not go through `call`. */
  readonly token: AccessToken;
  /** The URL of a path, which may have a query, with the token. */
  addressOf(path: string, token: string): string;
}

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
});
const Failure = z.object({ errcode: z.number() });

const TOKEN_CODES: readonly number[] = [40001, 40014, 42001];
/** The daily quota of calls is exhausted. */
const QUOTA = 45009;
const QUOTA_RETRY_MS = 60 * 60_000;
const CODES = {
  "rate-limited": [QUOTA],
  /** Also: the system is busy. */
  unreachable: [-1, ...TOKEN_CODES],
  /**
   * 48 hours have passed since the person wrote, five messages have been sent
   * since then, or the person no longer follows the account.
   */
  gone: [45015, 45047, 40003, 43004],
};

/** Whether the access token is invalid or has expired. */
export function isTokenCode(code: number): boolean {
  return TOKEN_CODES.includes(code);
}

/** What an `errcode` other than 0 means. */
export function meaningOf(code: number): DeliveryError["kind"] {
  return kindOf(code, CODES);
}

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
      const call = (used: string) =>
        callPlatform(addressOf(path, used), { body, fetch, signal });
      const isRefused = (answer: PlatformAnswer) =>
        isTokenCode(readCode(answer).errcode);
      const answer = await token.use(call, { isRefused, signal });
      const { errcode: code } = readCode(answer);
      if (code === 0) return;
      throw new DeliveryError({
        kind: meaningOf(code),
        reason: `error ${code}`,
        retryAfterMs: code === QUOTA ? QUOTA_RETRY_MS : undefined,
      });
    },
  };
}

function readCode({ status, body }: PlatformAnswer): z.infer<typeof Failure> {
  const { data } = Failure.safeParse(body);
  if (data !== undefined) return data;
  throw new DeliveryError({
    kind: "unreachable",
    reason: `HTTP ${status} without a code`,
  });
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
  const { errcode = 0 } = Failure.safeParse(body).data ?? {};
  throw new DeliveryError({
    kind: "unreachable",
    reason: `no access token: error ${errcode}`,
  });
}
