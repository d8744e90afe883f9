import { importJWK } from "jose";
import * as z from "zod";
import { logError } from "../../runtime/log.ts";
import { DeliveryError } from "../../types/errors.ts";
import { callPlatform } from "../kit/call-platform.ts";

/** `unavailable`: the keys could not be loaded; retry later. */
type FoundKey =
  | { readonly kind: "key"; readonly key: CryptoKey }
  | { readonly kind: "unknown" }
  | { readonly kind: "unavailable" };

export interface SigningKeys {
  find(kid: string, options: { signal: AbortSignal }): Promise<FoundKey>;
}

/** https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication */
const MAX_AGE_MS = 86_400_000;
/** An unknown key id reloads the keys only if they are older than this. */
const COOLDOWN_MS = 60_000;
const TIMEOUT_MS = 5_000;
const MAX_LOADS = 3;
const MAX_KEYS = 100;

const Metadata = z.object({ jwks_uri: z.url({ protocol: /^https?$/ }) });
const Key = z.object({
  kty: z.literal("RSA"),
  kid: z.string().min(1).max(200),
  n: z.string().max(2_000),
  e: z.string().max(20),
  /** The channels that the key may sign for. */
  endorsements: z.array(z.string()).optional(),
});
const KeySet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });

/**
 * The keys with which Microsoft signs requests to bots, by key id. Loads them
 * from the OpenID metadata on first use, once a day, and for an unknown key id
 * at most once a minute, because Microsoft rotates them.
 */
export function createSigningKeys({
  metadataUrl,
  fetch,
  now,
}: {
  metadataUrl: string;
  fetch?: typeof globalThis.fetch | undefined;
  now: () => number;
}): SigningKeys {
  let known: { keys: ReadonlyMap<string, CryptoKey>; at: number } | undefined;
  // Counted, not shared: on Workers a request cannot await another one's I/O.
  let loads = 0;

  return {
    async find(kid, { signal }) {
      const age = known === undefined ? Infinity : now() - known.at;
      const key = known?.keys.get(kid);
      if (key !== undefined && age < MAX_AGE_MS) return { kind: "key", key };
      if (key === undefined && age < COOLDOWN_MS) return { kind: "unknown" };
      if (loads >= MAX_LOADS) return { kind: "unavailable" };
      loads++;
      try {
        const keys = await loadKeys(metadataUrl, { fetch, signal });
        known = { keys, at: now() };
        const found = keys.get(kid);
        return found === undefined
          ? { kind: "unknown" }
          : { kind: "key", key: found };
      } catch (error) {
        if (!(error instanceof DeliveryError)) throw error;
        logError("Teams keys not read", { reason: error.message });
        return { kind: "unavailable" };
      } finally {
        loads--;
      }
    },
  };
}

async function loadKeys(
  metadataUrl: string,
  options: {
    fetch: typeof globalThis.fetch | undefined;
    signal: AbortSignal;
  },
): Promise<ReadonlyMap<string, CryptoKey>> {
  const get = async (url: string): Promise<unknown> => {
    const call = { method: "GET", timeoutMs: TIMEOUT_MS, ...options } as const;
    return (await callPlatform(url, call)).body;
  };
  const metadata = Metadata.safeParse(await get(metadataUrl));
  const url = metadata.data?.jwks_uri ?? "";
  // The keys must be as trustworthy as the metadata.
  if (URL.parse(url)?.origin !== new URL(metadataUrl).origin)
    throw new DeliveryError({
      kind: "refused",
      reason: "the OpenID metadata names no keys on its own host",
    });
  const set = KeySet.safeParse(await get(url));
  const keys = await importKeys(set.data?.keys ?? []);
  if (keys.size === 0)
    throw new DeliveryError({
      kind: "refused",
      reason: "the key set has no usable key",
    });
  return keys;
}

/** Imports the keys that may sign for Teams, and skips malformed ones. */
async function importKeys(
  sources: readonly unknown[],
): Promise<ReadonlyMap<string, CryptoKey>> {
  const keys = new Map<string, CryptoKey>();
  for (const source of sources) {
    const { data } = Key.safeParse(source);
    if (data === undefined) continue;
    const { kid, endorsements = ["msteams"], ...jwk } = data;
    if (!endorsements.includes("msteams")) continue;
    try {
      const key = await importJWK(jwk, "RS256");
      if (key instanceof CryptoKey) keys.set(kid, key);
    } catch {
      // Not an RSA key.
    }
  }
  return keys;
}
