import * as z from "zod";
import { readRetryAfterMs } from "../../runtime/backoff.ts";
import { asObject } from "../../text/json.ts";
import { DeliveryError } from "../../types/errors.ts";
import { createAccessToken, type AccessToken } from "../kit/access-token.ts";
import {
  callPlatform,
  malformedAnswer,
  type PlatformAnswer,
} from "../kit/call-platform.ts";
import { hasCode, kindOf } from "../kit/platform-codes.ts";

/** Credentials of an app of one organisation, on Feishu or Lark. */
export interface FeishuAccess {
  readonly appId: string;
  readonly appSecret: string;
  /** e.g. `https://open.feishu.cn/open-apis` */
  readonly apiRoot: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => number;
}

const Answer = z.looseObject({
  code: z.int(),
  data: z.unknown().optional(),
});
const Sent = z.object({ message_id: z.string() });
const Token = z.object({
  tenant_access_token: z.string().min(1),
  /** Seconds. */
  expire: z.number().nonnegative(),
});

/**
 * Calls the API, and once more with a new token if the token has expired.
 * Throws `DeliveryError`, with a code if Feishu rejects the call.
 */
export interface FeishuApi {
  /** Returns the id of the message in the answer, or "". */
  call(
    path: string,
    options: {
      method: "POST" | "PATCH" | "DELETE";
      body?: unknown;
      signal: AbortSignal;
    },
  ): Promise<string>;
  /** Returns the answer's data. */
  read(path: string, options: { signal: AbortSignal }): Promise<unknown>;
  /** For downloads, which do not go through `call`. */
  readonly token: AccessToken;
}

const INVALID_TOKEN = [99_991_663, 99_991_661];

export function createFeishuApi({
  appId,
  appSecret,
  apiRoot,
  fetch,
  now = Date.now,
}: FeishuAccess): FeishuApi {
  // Until 30 minutes before its expiry, Feishu returns the same token.
  const token = createAccessToken({
    now,
    async requestToken({ signal }) {
      const answer = await callPlatform(
        `${apiRoot}/auth/v3/tenant_access_token/internal`,
        { body: { app_id: appId, app_secret: appSecret }, fetch, signal },
      );
      read(answer);
      const { data } = Token.safeParse(answer.body);
      if (data === undefined) throw malformedAnswer("Feishu");
      return { text: data.tenant_access_token, seconds: data.expire };
    },
  });

  const call = async (
    path: string,
    { signal, ...options }: Parameters<typeof callPlatform>[1],
  ): Promise<unknown> => {
    const attempt = (used: string) =>
      callPlatform(apiRoot + path, {
        ...options,
        headers: { authorization: `Bearer ${used}` },
        fetch,
        signal,
      });
    const isRefused = ({ body }: PlatformAnswer) => isTokenInvalid(body);
    return read(await token.use(attempt, { isRefused, signal })).data;
  };

  return {
    async call(path, options) {
      const sent = Sent.safeParse(await call(path, options));
      return sent.data?.message_id ?? "";
    },
    read: (path, { signal }) => call(path, { method: "GET", signal }),
    token,
  };
}

function read({ body, headers }: PlatformAnswer): z.infer<typeof Answer> {
  const answer = Answer.safeParse(body);
  if (!answer.success) throw malformedAnswer("Feishu");
  const { code } = answer.data;
  if (code === 0) return answer.data;
  throw new DeliveryError({
    code,
    kind: kindOf(code, CODES),
    reason: `error ${code}`,
    retryAfterMs: readRetryAfterMs(headers),
  });
}

/** Whether a response says that the token is invalid or expired. */
export function isTokenInvalid(body: unknown): boolean {
  const { code } = asObject(body);
  return INVALID_TOKEN.some((invalid) => invalid === code);
}

/** https://open.feishu.cn/document/server-docs/api-call-guide/generic-error-code */
const CODES = {
  /** Too many calls of the app, for a message, or in a chat. */
  "rate-limited": [99_991_400, 230_020, 11_232, 11_233, 11_247],
  unreachable: [230_049, 99_991_402, 2_200, ...INVALID_TOKEN],
  /**
   * The bot is not in the chat, may not write to the person or the chat, or the
   * chat was dissolved.
   */
  gone: [230_002, 230_013, 230_006, 230_018, 230_035, 232_009],
};

/**
 * Whether the message was recalled or deleted, or is older than 14 days, after
 * which it cannot be changed.
 */
export const isMessageGone = hasCode([230_011, 230_110, 230_031, 231_003]);
