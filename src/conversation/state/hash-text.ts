import { sha256 } from "../../runtime/hash.ts";

/** A cache: an id is hashed several times while its message is accepted. */
let lastHashed: { readonly text: string; readonly hash: string } | undefined;

/**
 * A base64url hash of at most 20 characters (120 bits), unique within a
 * conversation.
 */
export async function hashText(text: string, length = 20): Promise<string> {
  const hash =
    lastHashed?.text === text ? lastHashed.hash : await computeHash(text);
  lastHashed = { text, hash };
  return hash.slice(0, length);
}

async function computeHash(text: string): Promise<string> {
  const digest = (await sha256(text)).subarray(0, 15);
  return btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
