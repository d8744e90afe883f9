import type { Problem } from "../../channel.ts";
import { toHex } from "../../to-hex.ts";
import { isLocalRequest } from "../is-local-request.ts";
import { isSameSecret } from "../is-same-secret.ts";
import { readCookie } from "./read-cookie.ts";

/** Who may use the chat page. */
export interface WebAccess {
  /** The problem with this visitor, if there is one. */
  check(request: Request): Promise<Problem | undefined>;
  /** The cookie value for someone who knows the password; `undefined` for anybody else. */
  login(password: string): Promise<string | undefined>;
}

/** Holds the proof that a visitor knows the password; it ends to count when the password is changed. */
export const ACCESS_COOKIE = "parley_access";

const OFF: Problem = {
  status: 403,
  slug: "web-chat-off",
  title: "The chat page is off here",
  detail:
    "Parley runs, but its owner has not opened the chat page. To open it, set WEB_CHAT to password (with WEB_CHAT_PASSWORD) or public.",
};

const NOT_LOCAL: Problem = {
  ...OFF,
  detail:
    "Under wrangler dev the page opens only on the machine itself, as http://localhost:8787. For other devices set WEB_CHAT to password (with WEB_CHAT_PASSWORD).",
};

const PASSWORD_REQUIRED: Problem = {
  status: 401,
  slug: "password-required",
  title: "This page has a password",
  detail: "Enter the password that the owner of this page gave you.",
};

export function createWebAccess({
  mode,
  password,
}: {
  /** `local`: for visitors on this machine, under `wrangler dev`. */
  mode: "local" | "password" | "public" | "off";
  password: string | undefined;
}): WebAccess {
  return {
    async check(request) {
      switch (mode) {
        case "public":
          return undefined;
        case "local":
          return isLocalRequest(request) ? undefined : NOT_LOCAL;
        case "password": {
          const proof = readCookie(request, ACCESS_COOKIE) ?? "";
          const isKnown =
            password !== undefined &&
            (await isSameSecret(proof, await proofOf(password)));
          return isKnown ? undefined : PASSWORD_REQUIRED;
        }
        case "off":
          return OFF;
      }
    },
    async login(given) {
      if (password === undefined || !(await isSameSecret(given, password)))
        return undefined;
      return proofOf(password);
    },
  };
}

/** Known only to those who know the password, and of no use for finding it out but by trying. */
async function proofOf(password: string): Promise<string> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey(
    "raw",
    bytes.encode(password),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const proof = await crypto.subtle.sign(
    "HMAC",
    key,
    bytes.encode("parley web access"),
  );
  return toHex(new Uint8Array(proof));
}
