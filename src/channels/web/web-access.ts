import type { Problem } from "../../channel.ts";
import { sha256, toHex } from "../../hash.ts";
import { createKeyedHash, isSameSecret } from "../secrets.ts";
import { LINK_REQUIRED, OFF, PASSWORD_REQUIRED } from "./access-problems.ts";

/** Who may use the chat page. */
export interface WebAccess {
  /** The problem with this visitor, if there is one. */
  check(request: Request): Promise<Problem | undefined>;
  /** The value of `Set-Cookie` for a visitor who knows the password; `undefined` for all others. */
  login(request: Request, password: string): Promise<string | undefined>;
  /** The value of `Set-Cookie` that asks this browser for the password again. It stays a known device. */
  logout(request: Request): string;
  /** There is a password to give, and so something to sign out of. */
  readonly hasPassword: boolean;
  /** The browser, where somebody has logged in with it before, also with a former password. */
  findDevice(request: Request): Promise<string | undefined>;
  /** The value of `Set-Cookie` for a visitor with the link that `npm run dev` prints; `undefined` for all others. */
  followLink(request: Request): Promise<string | undefined>;
}

/** Holds `<device>.<signature of the device>.<signature of the device and the password>`. */
const ACCESS_COOKIE = "parley_access";

/** Holds the proof that a visitor had the link. Not the token: browsers send cookies of localhost to its other ports, too. */
const LINK_COOKIE = "parley_link";

export function createWebAccess({
  mode,
  password,
  secret,
  developmentToken = "",
}: {
  /** `local`: for visitors who have had the link. */
  mode: "local" | "password" | "public" | "off";
  password: string | undefined;
  /** The deployment's. */
  secret: string;
  /** Without it nobody has the link. */
  developmentToken?: string | undefined;
}): WebAccess {
  const signDevice = createKeyedHash({ secret, purpose: ["web device"] });
  const signAccess = createKeyedHash({ secret, purpose: ["web access"] });
  /** Of no use any more once the password is another one. */
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

/** Holds `<id>.<signature>`. */
const SESSION_COOKIE = "parley_session";

/** What belongs to a visitor: all names come from the cookie, so nobody else can name the same. */
export interface Session {
  /** Names the visitor; also their first conversation, which is number 0. */
  readonly visitor: string;
  conversationName(number: number): Promise<string>;
  /** Of a list of conversations. */
  listName(index: number): Promise<string>;
}

/** The sessions of visitors of the page. Nobody but us can make one. */
export interface Sessions {
  /** `undefined` where the cookie holds none of ours. */
  find(request: Request): Promise<Session | undefined>;
  /** A new session, as the value of `Set-Cookie`. */
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
      const visitor = await nameFor(id);
      return {
        visitor,
        conversationName: async (number) =>
          number === 0 ? visitor : nameFor(`${id}/${number}`),
        listName: (index) => nameFor(`${id}/list/${index}`),
      };
    },

    async create(request) {
      const id = crypto.randomUUID();
      const value = `${id}.${await sign(id)}`;
      return writeCookie(request, { name: SESSION_COOKIE, value });
    },
  };
}

/** Conversations are named in logs and exports: that name must not say which session opens one. */
async function nameFor(secret: string): Promise<string> {
  const hash = await sha256(secret);
  return `web:${toHex(hash.slice(0, 16))}`;
}

/** A year: people come back to their conversation. */
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** Whether a browser keeps our cookies: over https, or on this machine. Over http anybody on the way could read and set them. */
export function canKeepCookies({ url }: Request): boolean {
  return isSecure(url) || isLocal(url);
}

/** The value of a cookie that `writeCookie` has set. */
function readCookie(request: Request, name: string): string | undefined {
  if (!canKeepCookies(request)) return undefined;
  const wanted = fullName(request, name);
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, value] = pair.split("=", 2);
    if (key?.trim() === wanted) return value?.trim();
  }
  return undefined;
}

/** The value of `Set-Cookie` for a year. Scripts cannot read it, and other sites do not send it along. */
function writeCookie(
  request: Request,
  { name, value }: { name: string; value: string },
): string {
  const secure = isSecure(request.url) ? "; Secure" : "";
  return `${fullName(request, name)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${MAX_AGE_SECONDS}${secure}`;
}

/**
 * With `__Host-` in front of it, browsers take a cookie from this very host over https alone (RFC 6265bis, 4.1.3.2): no sibling
 * domain can put its own in our place. Over http they refuse that name.
 */
function fullName({ url }: Request, name: string): string {
  return isSecure(url) ? `__Host-${name}` : name;
}

function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

function isSecure(url: string): boolean {
  return new URL(url).protocol === "https:";
}
