import * as z from "zod";
import { readCookie, writeCookie } from "../../http/cookies.ts";
import { refuse, type Refusal } from "../../http/problems.ts";
import { createKeyedHash } from "../../http/secrets.ts";
import { deriveSecret } from "../../runtime/hash.ts";
import {
  IDENTITY_EXPIRED,
  IDENTITY_REQUIRED,
  IDENTITY_WRONG,
  UNLISTED_SITE,
} from "./access-problems.ts";
import { toSession, type Session } from "./web-access.ts";

/** Who a site says that its visitor is; `off`: every visitor is a stranger. */
export type IdentityMode = "off" | "optional" | "required";

export interface Opening {
  readonly kind: "open";
  /** For `Authorization`, where the browser refuses the cookie. */
  readonly token: string;
  /** `Set-Cookie` with a stranger's token. */
  readonly cookie?: string;
  readonly session: Session;
}

/**
 * The chat in a frame of other sites. Its requests carry `X-Parley-Frame`, and
 * the token of a session in a partitioned cookie or, since not all browsers
 * have these, in `Authorization`.
 */
export interface Embedding {
  /** Origins of the sites that may embed the chat; empty: none. */
  readonly sites: readonly string[];
  /**
   * Opens a session for a visitor of a site.
   * @param identity a JWT of the site (HS256, with `sub`, `exp` and perhaps
   * `name`), which leads to the same conversations on every device
   */
  open(
    request: Request,
    visitor: { site: string; identity?: string | undefined },
  ): Promise<Opening | Refusal>;
  /** `Set-Cookie` that removes a stranger's token, for when a person comes. */
  removeCookie(request: Request): string;
  /** The session of a frame's request, if its token is valid. */
  find(request: Request): Promise<Session | undefined>;
}

/** Of a site's token and of a session's. */
const Claims = z.object({
  sub: z.string().min(1).max(500),
  name: z.string().max(200).optional(),
  /** Of a session: the site that it was opened on. */
  site: z.string().optional(),
});

const COOKIE = "parley_frame";
/** How the ids of persons begin. */
const PERSON = "person/";
const ALGORITHM = "HS256";
/** Of the site's clock. */
const TOLERANCE_SECONDS = 60;
/** As long as a visitor's cookie. */
const STRANGER_LASTS = "365 days";
/** The frame asks for a new one when it is loaded. */
const PERSON_LASTS = "1 day";

export function createEmbedding({
  sites,
  identityMode,
  identitySecret = "",
  secret,
}: {
  sites: readonly string[];
  identityMode: IdentityMode;
  /** Shared with the sites, whose tokens it signs. */
  identitySecret?: string | undefined;
  /** The deployment's secret. */
  secret: string;
}): Embedding {
  const hashPerson = createKeyedHash({ secret, purpose: ["embedded person"] });
  let sessionKey: Promise<Uint8Array> | undefined;
  const keyOf = () =>
    (sessionKey ??= deriveSecret(secret, ["embedded session"]));

  const write = async (
    { id, site, name }: { id: string; site: string; name?: string | undefined },
    lasts: string,
  ) => {
    const { SignJWT } = await import("jose");
    return new SignJWT({ site, ...(name !== undefined && { name }) })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(id)
      .setExpirationTime(lasts)
      .sign(await keyOf());
  };

  const cookieOf = (request: Request, value: string) =>
    writeCookie(request, { name: COOKIE, value, isFramed: true });

  return {
    sites,

    async open(request, { site, identity }) {
      if (!sites.includes(site)) return refuse(UNLISTED_SITE);
      if (identity === undefined) {
        if (identityMode === "required") return refuse(IDENTITY_REQUIRED);
        const id = crypto.randomUUID();
        const token = await write({ id, site }, STRANGER_LASTS);
        const cookie = cookieOf(request, token);
        return { kind: "open", token, cookie, session: await toSession(id) };
      }
      if (identityMode === "off") return refuse(IDENTITY_WRONG);
      const { errors, jwtVerify } = await import("jose");
      try {
        const key = new TextEncoder().encode(identitySecret);
        const { payload } = await jwtVerify(identity, key, {
          algorithms: [ALGORITHM],
          requiredClaims: ["exp", "sub"],
          clockTolerance: TOLERANCE_SECONDS,
        });
        const { sub, name } = Claims.parse(payload);
        const id = `${PERSON}${await hashPerson(sub)}`;
        return {
          kind: "open",
          token: await write({ id, site, name }, PERSON_LASTS),
          session: await toSession(id, name),
        };
      } catch (error) {
        return refuse(
          error instanceof errors.JWTExpired
            ? IDENTITY_EXPIRED
            : IDENTITY_WRONG,
        );
      }
    },

    removeCookie: (request) => cookieOf(request, ""),

    async find(request) {
      const authorization = request.headers.get("authorization") ?? "";
      const token =
        /^Bearer (\S+)$/.exec(authorization)?.[1] ??
        readCookie(request, COOKIE);
      if (token === undefined || sites.length === 0) return undefined;
      const { jwtVerify } = await import("jose");
      try {
        const { payload } = await jwtVerify(token, await keyOf(), {
          algorithms: [ALGORITHM],
        });
        const { sub, name, site } = Claims.parse(payload);
        const isKnown = sub.startsWith(PERSON);
        // The mode may have changed since.
        if (identityMode === (isKnown ? "off" : "required")) return undefined;
        const session = await toSession(sub, name);
        return site === undefined ? session : { ...session, site };
      } catch {
        return undefined;
      }
    },
  };
}
