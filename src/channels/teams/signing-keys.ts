import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTVerifyGetKey,
} from "jose";
import * as z from "zod";
import { readBeginning } from "../../runtime/bounded-fetch.ts";
import { logError } from "../../runtime/log.ts";
import { DeliveryError } from "../../types/errors.ts";
import { callPlatform, nameOf } from "../kit/call-platform.ts";

/** The keys cannot be loaded now; the sender should try again later. */
export class KeysUnavailable extends Error {}

/** https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication */
const MAX_AGE_MS = 86_400_000;
/** An unknown key id reloads the keys only if they are older than this. */
const COOLDOWN_MS = 60_000;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_000_000;
const CHANNEL = "msteams";

const Metadata = z.object({ jwks_uri: z.url({ protocol: /^https?$/ }) });
/** The channels that a key may sign for. */
const Endorsed = z.object({ endorsements: z.array(z.string()).optional() });

/**
 * The keys with which Microsoft signs requests to bots. Loads them on first
 * use, once a day, and for an unknown key id at most once a minute, because
 * Microsoft rotates them. Throws `KeysUnavailable`, or `JWKSNoMatchingKey`.
 */
export function createSigningKeys({
  metadataUrl,
  fetch = globalThis.fetch,
}: {
  metadataUrl: string;
  fetch?: typeof globalThis.fetch | undefined;
}): (...asked: Parameters<JWTVerifyGetKey>) => Promise<CryptoKey> {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  return async (header, token) => {
    try {
      keys ??= createRemoteJWKSet(await findKeySet(metadataUrl, fetch), {
        cacheMaxAge: MAX_AGE_MS,
        cooldownDuration: COOLDOWN_MS,
        timeoutDuration: TIMEOUT_MS,
        [customFetch]: async (url, init) => {
          const response = await fetch(url, init);
          const limit = { maxBytes: MAX_BYTES };
          const { bytes } = await readBeginning(response.body, limit);
          return new Response(bytes, response);
        },
      });
      const key = await keys(header, token);
      const found = keys.jwks()?.keys.find(({ kid }) => kid === header.kid);
      const { endorsements = [CHANNEL] } = Endorsed.parse(found);
      if (endorsements.includes(CHANNEL)) return key;
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error;
      const reason =
        error instanceof DeliveryError ? error.message : nameOf(error).trim();
      logError("Teams keys not read", { reason });
      throw new KeysUnavailable();
    }
    throw new errors.JWKSNoMatchingKey();
  };
}

/** The OpenID metadata names the keys. */
async function findKeySet(
  metadataUrl: string,
  fetch: typeof globalThis.fetch,
): Promise<URL> {
  const { signal } = new AbortController();
  const call = { method: "GET", timeoutMs: TIMEOUT_MS, fetch, signal } as const;
  const { body } = await callPlatform(metadataUrl, call);
  const url = URL.parse(Metadata.safeParse(body).data?.jwks_uri ?? "");
  // The keys must be as trustworthy as the metadata.
  if (url?.origin === new URL(metadataUrl).origin) return url;
  throw new DeliveryError({
    kind: "refused",
    reason: "the OpenID metadata names no keys on its own host",
  });
}
