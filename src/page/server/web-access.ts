import { readCookie, writeCookie } from "../../http/cookies.ts";
import { createKeyedHash, isSameSecret } from "../../http/secrets.ts";
import { sha256, toHex } from "../../runtime/hash.ts";
import type { Problem } from "../../types/problem.ts";
import { LINK_REQUIRED, OFF, PASSWORD_REQUIRED } from "./access-problems.ts";

/** Access to the chat page. */
export interface WebAccess {
  /** The problem if this visitor may not use the page. */
  check(request: Request): Promise<Problem | undefined>;
  /** The `Set-Cookie` value if the password is right. */
  login(request: Request, password: string): Promise<string | undefined>;
  /**
   * The `Set-Cookie` value that signs this browser out. It stays a known
   * device.
   */
  logout(request: Request): string;
  /** Whether visitors sign in, and so can sign out. */
  readonly hasPassword: boolean;
  /** The browser's id if it has ever logged in, even with a former password. */
  findDevice(request: Request): Promise<string | undefined>;
  /**
   * The `Set-Cookie` value if the URL has the token of the link that `npm run
   * dev` prints.
   */
  followLink(request: Request): Promise<string | undefined>;
}

/** `<device>.<signature of the device>.<signature of device and password>` */
const ACCESS_COOKIE = "parley_access";

/**
 * Proves that the visitor opened the link. Not the token itself: browsers also
 * send localhost's cookies to its other ports.
 */
const LINK_COOKIE = "parley_link";

export function createWebAccess({
  mode,
  password,
  secret,
  developmentToken = "",
}: {
  /** `local`: only for visitors who have opened the link. */
  mode: "local" | "password" | "public" | "off";
  password: string | undefined;
  /** The deployment's secret, which signs the cookies. */
  secret: string;
  /** If empty, no link is valid. */
  developmentToken?: string | undefined;
}): WebAccess {
  const signDevice = createKeyedHash({ secret, purpose: ["web device"] });
  const signAccess = createKeyedHash({ secret, purpose: ["web access"] });
  /** Invalid once the password changes. */
  const proofOf = (device: string) =>
    signAccess(JSON.stringify([device, password]));
  const read = (request: Request) =>
    (readCookie(request, ACCESS_COOKIE) ?? "").split(".", 3);

  const proofOfLink = createKeyedHash({
    secret: developmentToken,
    purpose: ["web link"],
  });

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
        case "local": {
          const proof = readCookie(request, LINK_COOKIE) ?? "";
          const isKnown =
            developmentToken !== "" &&
            (await isSameSecret(proof, await proofOfLink("")));
          return isKnown ? undefined : LINK_REQUIRED;
        }
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

    logout: (request) =>
      writeCookie(request, {
        name: ACCESS_COOKIE,
        value: read(request).slice(0, 2).join("."),
      }),
    hasPassword: mode === "password",

    findDevice,

    async followLink(request) {
      const token = new URL(request.url).searchParams.get("token") ?? "";
      return (await isSameSecret(token, developmentToken))
        ? writeCookie(request, {
            name: LINK_COOKIE,
            value: await proofOfLink(""),
          })
        : undefined;
    },
  };
}

/** `<id>.<signature>` */
const SESSION_COOKIE = "parley_session";

/**
 * The names of a visitor's conversations. All are derived from the signed
 * cookie, so other visitors cannot use them.
 */
export interface Session {
  /** The visitor's name, which is also the name of conversation 0. */
  readonly visitor: string;
  /** What the embedding site calls this person; untrusted text. */
  readonly displayName?: string;
  /** The origin of the site that embeds the chat. */
  readonly site?: string;
  conversationName(number: number): Promise<string>;
}

/** Visitors' sessions, in signed cookies. */
export interface Sessions {
  /** `undefined` without a valid cookie. */
  find(request: Request): Promise<Session | undefined>;
  /** Creates a session; returns the `Set-Cookie` value. */
  create(request: Request): Promise<string>;
}

export function createSessions({ secret }: { secret: string }): Sessions {
  const sign = createKeyedHash({ secret, purpose: ["session"] });
  return {
    async find(request) {
      const value = readCookie(request, SESSION_COOKIE) ?? "";
      const [, id, signature = ""] =
        /^([0-9a-f-]{36})\.([0-9a-f]{64})$/.exec(value) ?? [];
      if (id === undefined || !(await isSameSecret(signature, await sign(id))))
        return undefined;
      return toSession(id);
    },

    async create(request) {
      const id = crypto.randomUUID();
      const value = `${id}.${await sign(id)}`;
      return writeCookie(request, { name: SESSION_COOKIE, value });
    },
  };
}

/** @param id a secret, or the hash of one */
export async function toSession(
  id: string,
  displayName?: string,
): Promise<Session> {
  const visitor = await nameFor(id);
  return {
    visitor,
    ...(displayName !== undefined && { displayName }),
    conversationName: async (number) =>
      number === 0 ? visitor : nameFor(`${id}/${number}`),
  };
}

/**
 * Hashed: names appear in logs and exports, which must not reveal the session.
 */
async function nameFor(secret: string): Promise<string> {
  const hash = await sha256(secret);
  return `web:${toHex(hash.slice(0, 16))}`;
}
