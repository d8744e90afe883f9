import { sha256, toHex } from "../../runtime/hash.ts";

/**
 * Hashes a part's key to a UUID of version 8 (RFC 9562, 5.8). It reveals
 * nothing about the conversation. Platforms with shorter keys may truncate it.
 */
export async function toUuid(key: string): Promise<string> {
  const hex = toHex((await sha256(key)).subarray(0, 16));
  const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
}
