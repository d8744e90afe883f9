import { sha256 } from "../../runtime/hash.ts";

/**
 * A base64url hash of at most 20 characters (120 bits), unique within a
 * conversation.
 */
export async function hashText(text: string, length = 20): Promise<string> {
  const digest = (await sha256(text)).subarray(0, 15);
  return btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, length);
}
