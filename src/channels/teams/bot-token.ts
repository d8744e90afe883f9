import { DeliveryError } from "../../errors.ts";
import { callPlatform } from "../call-platform.ts";
import * as z from "zod";

/** How the bot proves to Microsoft who it is. */
export interface BotLogin {
  readonly appId: string;
  readonly password: string;
  /** A tenant's id, or `botframework.com` for a bot of all tenants. */
  readonly tenant: string;
  readonly loginRoot: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What the connector wants with each call. It goes to Microsoft's services alone. */
export interface BotToken {
  /** Throws `DeliveryError`. */
  read(options: { signal: AbortSignal }): Promise<string>;
  /** It was refused: the next one is asked for. */
  forget(refused: string): void;
}

const SCOPE = "https://api.botframework.com/.default";
/** A token is renewed so long before its end. */
const RENEWED_EARLIER_MS = 300_000;

const Token = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.coerce.number().positive(),
});
const LoginFailure = z.object({ error: z.string().max(100) });

/** The same for all conversations. While one call renews it, others use the old one as long as it is valid. */
export function createBotToken({
  now,
  ...login
}: BotLogin & { now: () => number }): BotToken {
  let token: { text: string; until: number } | undefined;
  let isRenewing = false;
  return {
    async read({ signal }) {
      const leftMs = (token?.until ?? 0) - now();
      if (token !== undefined && leftMs > (isRenewing ? 0 : RENEWED_EARLIER_MS))
        return token.text;
      isRenewing = true;
      try {
        const { access_token, expires_in } = await fetchToken(login, {
          signal,
        });
        token = { text: access_token, until: now() + expires_in * 1_000 };
        return token.text;
      } finally {
        isRenewing = false;
      }
    },

    forget(refused) {
      if (token?.text === refused) token = undefined;
    },
  };
}

/** A new token. Throws `DeliveryError`: `refused` where Microsoft does not accept the app or its password. */
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
    reason: `no token: ${data?.error ?? `HTTP ${status}`}`,
  });
}
