import * as z from "zod";
import { toCode } from "../../text/text.ts";
import { DeliveryError } from "../../types/errors.ts";
import { createAccessToken, type AccessToken } from "../kit/access-token.ts";
import { callPlatform } from "../kit/call-platform.ts";

/** The bot's OAuth 2.0 client credentials. */
export interface BotLogin {
  readonly appId: string;
  readonly password: string;
  /** A tenant's id, or `botframework.com` for a multi-tenant bot. */
  readonly tenant: string;
  readonly loginRoot: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const SCOPE = "https://api.botframework.com/.default";

const Token = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.coerce.number().positive(),
});
const LoginFailure = z.object({ error: z.string().max(100) });

/** The bearer token for calls of the connector. */
export function createBotToken({
  now,
  ...login
}: BotLogin & { now: () => number }): AccessToken {
  return createAccessToken({
    now,
    async requestToken(options) {
      const { access_token, expires_in } = await fetchToken(login, options);
      return { text: access_token, seconds: expires_in };
    },
  });
}

/**
 * Requests a new token. Throws `DeliveryError`, `refused` if Microsoft rejects
 * the app or its password.
 */
export async function fetchToken(
  { appId, password, tenant, loginRoot, fetch }: BotLogin,
  { signal }: { signal: AbortSignal },
): Promise<z.infer<typeof Token>> {
  const { status, body } = await callPlatform(
    `${loginRoot}/${tenant}/oauth2/v2.0/token`,
    {
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: appId,
        client_secret: password,
        scope: SCOPE,
      }),
      fetch,
      signal,
    },
  );
  const parsed = Token.safeParse(body);
  if (status === 200 && parsed.success) return parsed.data;
  const { data } = LoginFailure.safeParse(body);
  throw new DeliveryError({
    kind: "refused",
    reason: `no token: ${toCode(data?.error) ?? `HTTP ${status}`}`,
  });
}
