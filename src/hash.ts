/** The SHA-256 of a text in UTF-8: 32 bytes. */
export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text)));
}

/** Two lower-case digits for each byte. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/**
 * A secret of its own for each purpose, made from the deployment's (HKDF with SHA-256, RFC 5869): who learns one of them can make
 * neither the deployment's nor another.
 * @param purpose what it is for, and for whom: lists that differ give secrets that have nothing to do with each other
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

/** The same for signatures, in the form that Standard Webhooks has for secrets: `whsec_` and the base64 of 32 bytes. */
export async function deriveSigningSecret(
  secret: string,
  purpose: readonly string[],
): Promise<string> {
  const bytes = await deriveSecret(secret, purpose);
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** FNV-1a, to spread names evenly over so many parts: the same part for the same name, for ever. */
export function spread(name: string, parts: number): number {
  let value = 0x811c9dc5;
  for (const byte of bytesOf(name))
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value % parts;
}
