import { sha256, toHex } from "../../hash.ts";
import { readCookie, writeCookie } from "../cookies.ts";
import { createKeyedHash, isSameSecret } from "../secrets.ts";

/** Holds `<id>.<signature>`. */
const SESSION_COOKIE = "parley_session";

/** The sessions of visitors of the page. Nobody but us can make one. */
export interface Sessions {
  /** The conversation of the visitor's session; `undefined` where the cookie holds none of ours. */
  find(request: Request): Promise<string | undefined>;
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
      return conversationOf(id);
    },

    async create(request) {
      const id = crypto.randomUUID();
      const value = `${id}.${await sign(id)}`;
      return writeCookie(request, { name: SESSION_COOKIE, value });
    },
  };
}

/** Conversations are named in logs and exports: that name must not say which session opens one. */
async function conversationOf(session: string): Promise<string> {
  const hash = await sha256(session);
  return `web:${toHex(hash.slice(0, 16))}`;
}
