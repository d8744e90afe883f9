import { deriveSecret, sha256, toHex } from "../runtime/hash.ts";

/**
 * Compares digests in constant time, so that timing reveals neither the secret
 * nor its length. False if `expected` is empty.
 */
export async function isSameSecret(
  given: string,
  expected: string,
): Promise<boolean> {
  const [givenDigest, expectedDigest] = await Promise.all([
    sha256(given),
    sha256(expected),
  ]);
  const difference = givenDigest.reduce(
    (bits, byte, index) => bits | (byte ^ (expectedDigest[index] ?? 0)),
    0,
  );
  return difference === 0 && expected !== "";
}

/** Deterministic keyed hash: 64 hex digits. */
export type KeyedHash = (text: string) => Promise<string>;

/** HMAC-SHA-256 with a separate key per purpose, derived on first use. */
export function createKeyedHash({
  secret,
  purpose,
}: {
  /** The deployment's secret. */
  secret: string;
  purpose: readonly string[];
}): KeyedHash {
  let key: Promise<CryptoKey> | undefined;
  return async (text) => {
    key ??= importKey(secret, purpose);
    const bytes = new TextEncoder().encode(text);
    const hash = await crypto.subtle.sign("HMAC", await key, bytes);
    return toHex(new Uint8Array(hash));
  };
}

async function importKey(
  secret: string,
  purpose: readonly string[],
): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = await deriveSecret(secret, purpose);
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
}
