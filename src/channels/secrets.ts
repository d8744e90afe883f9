import { deriveSecret, sha256, toHex } from "../hash.ts";

/** Compares all bytes of both digests, so that the time tells nothing of the secret, nor of its length. Nothing is the same as an empty secret. */
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

/** The same text has always the same hash, 64 hexadecimal digits; without the key nobody can make or check one. */
export type KeyedHash = (text: string) => Promise<string>;

/** HMAC with SHA-256, under a key of its own for each purpose. The key is derived when the first hash is needed. */
export function createKeyedHash({
  secret,
  purpose,
}: {
  /** The deployment's. */
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
