import { toBase64, toBase64Url } from "./bytes.ts";

/** SHA-256 of the text's UTF-8: 32 bytes. */
export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text)));
}

/** Two lower-case digits per byte. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/**
 * Derives a secret for one purpose from the deployment's secret (HKDF with
 * SHA-256, RFC 5869). Knowing one reveals neither the deployment's secret nor
 * other derived ones.
 * @param purpose what it is for, and for whom; different lists give independent
 * secrets
 * @returns 32 bytes
 */
export async function deriveSecret(
  secret: string,
  purpose: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey(
    "raw",
    bytesOf(secret),
    "HKDF",
    false,
    ["deriveBits"],
  );
  const info = bytesOf(JSON.stringify(["parley", ...purpose]));
  const salt = new Uint8Array();
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256));
}

/**
 * The same in the format of Standard Webhooks: `whsec_` and the base64 of 32
 * bytes.
 */
export async function deriveSigningSecret(
  secret: string,
  purpose: readonly string[],
): Promise<string> {
  const bytes = await deriveSecret(secret, purpose);
  return `whsec_${toBase64(bytes)}`;
}

/** An opaque name made from the parts: 32 hexadecimal digits. */
export async function hashOf(parts: readonly unknown[]): Promise<string> {
  const hash = await sha256(JSON.stringify(parts));
  return toHex(hash.subarray(0, 16));
}

/**
 * A base64url hash of at most 20 characters (120 bits), unique within a
 * conversation.
 */
export async function hashText(text: string, length = 20): Promise<string> {
  const digest = (await sha256(text)).subarray(0, 15);
  return toBase64Url(digest).slice(0, length);
}
