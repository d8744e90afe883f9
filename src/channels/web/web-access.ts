import type { Problem } from "../../channel.ts";
import { readCookie, writeCookie } from "../cookies.ts";
import { isLocalRequest } from "../is-local-request.ts";
import { isSameSecret } from "../is-same-secret.ts";
import { createKeyedHash } from "../keyed-hash.ts";

/** Who may use the chat page. */
export interface WebAccess {
  /** The problem with this visitor, if there is one. */
  check(request: Request): Promise<Problem | undefined>;
  /** The value of `Set-Cookie` for a visitor who knows the password; `undefined` for all others. */
  login(request: Request, password: string): Promise<string | undefined>;
  /** The browser, where somebody has logged in with it before, also with a former password. */
  findDevice(request: Request): Promise<string | undefined>;
}

/** Holds `<device>.<signature of the device>.<signature of the device and the password>`. */
const ACCESS_COOKIE = "parley_access";

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
  secret,
}: {
  /** `local`: for visitors on this machine, under `wrangler dev`. */
  mode: "local" | "password" | "public" | "off";
  password: string | undefined;
  /** The deployment's. */
  secret: string;
}): WebAccess {
  const signDevice = createKeyedHash({ secret, purpose: ["web device"] });
  const signAccess = createKeyedHash({ secret, purpose: ["web access"] });
  /** Of no use any more once the password is another one. */
  const proofOf = (device: string) =>
    signAccess(JSON.stringify([device, password]));
  const read = (request: Request) =>
    (readCookie(request, ACCESS_COOKIE) ?? "").split(".", 3);

  const findDevice = async (request: Request): Promise<string | undefined> => {
    const [device = "", signature = ""] = read(request);
    const isKnown = await isSameSecret(signature, await signDevice(device));
    return isKnown ? device : undefined;
  };

  return {
    async check(request) {
      switch (mode) {
        case "public":
          return undefined;
        case "local":
          return isLocalRequest(request) ? undefined : NOT_LOCAL;
        case "password": {
          const [device = "", , proof = ""] = read(request);
          return (await isSameSecret(proof, await proofOf(device)))
            ? undefined
            : PASSWORD_REQUIRED;
        }
        case "off":
          return OFF;
      }
    },

    async login(request, given) {
      if (!(await isSameSecret(given, password ?? ""))) return undefined;
      const device = (await findDevice(request)) ?? crypto.randomUUID();
      const value = [device, await signDevice(device), await proofOf(device)];
      return writeCookie(request, {
        name: ACCESS_COOKIE,
        value: value.join("."),
      });
    },

    findDevice,
  };
}
