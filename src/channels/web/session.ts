import { sha256 } from "../../sha256.ts";
import { toHex } from "../../to-hex.ts";
import { readCookie } from "./read-cookie.ts";

const SESSION_COOKIE = "parley_session";

/** A year: people come back to their conversation. */
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** The visitor's session, if the cookie holds one that we could have made. */
export function findSession(request: Request): string | undefined {
  const session = readCookie(request, SESSION_COOKIE);
  return session !== undefined && /^[0-9a-f-]{36}$/.test(session)
    ? session
    : undefined;
}

export function createSession(): string {
  return crypto.randomUUID();
}

export function sessionCookie(session: string, request: Request): string {
  return cookie(SESSION_COOKIE, session, request);
}

/** Not readable by scripts, not sent along by other sites. */
export function cookie(name: string, value: string, request: Request): string {
  const secure = new URL(request.url).protocol === "https:" ? "; Secure" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${MAX_AGE_SECONDS}${secure}`;
}

/** The session is the visitor's key to the conversation, so the conversation is not named after it but after its hash. */
export async function conversationOf(session: string): Promise<string> {
  const hash = await sha256(session);
  return `web:${toHex(hash.slice(0, 16))}`;
}
