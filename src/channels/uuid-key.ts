import { sha256, toHex } from "../hash.ts";

/**
 * The key of a part as a UUID of version 8 (RFC 9562, 5.8), made from its hash: it says nothing of the conversation, and platforms that
 * take other forms can shorten it.
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
