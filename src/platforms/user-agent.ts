import { VERSION } from "../version.ts";

/**
 * How Parley names itself to the servers that it asks: with its version and a page to find its makers by, as Wikimedia
 * wants it of every program: https://foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy
 */
export const USER_AGENT = `Parley/${VERSION} (https://parley.chat)`;
