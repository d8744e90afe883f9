import { importJWK } from "jose";
import { DeliveryError } from "../../errors.ts";
import { logError } from "../../log.ts";
import { callPlatform } from "../call-platform.ts";
import * as z from "zod";

/** What came of looking a key up. `unavailable`: Microsoft could not be asked now. */
type FoundKey =
  | { readonly kind: "key"; readonly key: CryptoKey }
  | { readonly kind: "unknown" }
  | { readonly kind: "unavailable" };

export interface SigningKeys {
  find(kid: string, options: { signal: AbortSignal }): Promise<FoundKey>;
}

/** At the latest after a day: https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication */
const MAX_AGE_MS = 86_400_000;
/** An unknown name asks for new keys at most this often. */
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
  /** The channels for which it may sign. */
  endorsements: z.array(z.string()).optional(),
});
const KeySet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });

/**
 * The keys with which Microsoft signs what it sends to bots, by their names. They are replaced from time to time: loaded from the OpenID
 * metadata when they are first needed, once a day, and for an unknown name at most once a minute.
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
  // No promise is shared: on Workers a request cannot wait for what another one has begun.
  let loads = 0;

  const read = async (url: string, signal: AbortSignal): Promise<unknown> => {
    const { body } = await callPlatform(url, {
      method: "GET",
      fetch,
      signal,
      timeoutMs: TIMEOUT_MS,
    });
    return body;
  };

  const load = async (signal: AbortSignal) => {
    const metadata = Metadata.safeParse(await read(metadataUrl, signal));
    const address = metadata.data?.jwks_uri ?? "";
    // Its keys are believed like the metadata itself.
    if (!URL.canParse(address) || !isSameOrigin(address, metadataUrl))
      throw new DeliveryError({
        kind: "refused",
        reason: "the OpenID metadata names no keys of its own host",
      });
    const set = KeySet.safeParse(await read(address, signal));
    const keys = await importKeys(set.data?.keys ?? []);
    if (keys.size === 0)
      throw new DeliveryError({ kind: "refused", reason: "no keys there" });
    return keys;
  };

  return {
    async find(kid, { signal }) {
      const age = known === undefined ? Infinity : now() - known.at;
      const key = known?.keys.get(kid);
      if (key !== undefined && age < MAX_AGE_MS) return { kind: "key", key };
      if (key === undefined && age < COOLDOWN_MS) return { kind: "unknown" };
      if (loads >= MAX_LOADS) return { kind: "unavailable" };
      loads++;
      try {
        const keys = await load(signal);
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

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/** Those that may sign for Teams. One that cannot be read does not hide the others. */
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
      // No RSA key.
    }
  }
  return keys;
}
