import { sha256, toHex } from "../../hash.ts";

/** So that the name is no longer than any other may be: see `Identifier`. */
const MAX_KEY = 100;

/**
 * The conversation of a request that has an `Idempotency-Key` and names none: a name that a retry finds again, and nobody
 * gives by chance. Of a long key it has the hash.
 */
export async function nameForKey(key: string): Promise<string> {
  const end = key.length <= MAX_KEY ? key : toHex(await sha256(key));
  return `chatcmpl-key-${end}`;
}
