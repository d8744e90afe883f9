import { jwtVerify, SignJWT } from "jose";
import { JWTExpired } from "jose/errors";
import * as z from "zod";
import { refuse, type Refusal } from "../../http/problems.ts";
import { createKeyedHash } from "../../http/secrets.ts";
import { deriveSecret } from "../../runtime/hash.ts";
import {
  IDENTITY_EXPIRED,
  IDENTITY_REQUIRED,
  IDENTITY_WRONG,
  OTHER_SITE,
} from "./access-problems.ts";
import { toSession, type Session } from "./web-access.ts";

/** Who a site says that its visitor is; `off`: every visitor is a stranger. */
export type IdentityMode = "off" | "optional" | "required";

interface Opening {
  readonly kind: "open";
  readonly token: string;
  readonly session: Session;
}

/**
 * The chat in a frame of other sites. Its visitors hold a session token instead
 * of a cookie, which browsers keep from frames.
 */
export interface Embedding {
  /** Origins of the sites that may embed the chat; empty: none. */
  readonly sites: readonly string[];
  readonly identityMode: IdentityMode;
  /**
   * Opens a session for a visitor of a site.
   * @param identity a JWT of the site (HS256, with `sub`, `exp` and perhaps
   * `name`), which leads to the same conversations wherever the person is
   */
  open(visitor: {
    site: string;
    identity?: string | undefined;
  }): Promise<Opening | Refusal>;
  /** The session of the token in `Authorization`, if it is valid. */
  find(request: Request): Promise<Session | undefined>;
}

const Identity = z.object({
  sub: z.string().min(1).max(500),
  name: z.string().max(200).optional(),
});
const Visitor = z.object({ sub: z.string(), name: z.string().optional() });

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
  const keyOf = () => deriveSecret(secret, ["embedded session"]);

  const admit = async (
    id: string,
    lasts: string,
    name?: string,
  ): Promise<Opening> => ({
    kind: "open",
    token: await new SignJWT({ ...(name !== undefined && { name }) })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(id)
      .setExpirationTime(lasts)
      .sign(await keyOf()),
    session: await toSession(id, name),
  });

  return {
    sites,
    identityMode,

    async open({ site, identity }) {
      if (!sites.includes(site)) return refuse(OTHER_SITE);
      if (identity === undefined)
        return identityMode === "required"
          ? refuse(IDENTITY_REQUIRED)
          : admit(crypto.randomUUID(), STRANGER_LASTS);
      if (identityMode === "off") return refuse(IDENTITY_WRONG);
      try {
        const key = new TextEncoder().encode(identitySecret);
        const { payload } = await jwtVerify(identity, key, {
          algorithms: [ALGORITHM],
          requiredClaims: ["exp", "sub"],
          clockTolerance: TOLERANCE_SECONDS,
        });
        const { sub, name } = Identity.parse(payload);
        const id = `person/${await hashPerson(sub)}`;
        return await admit(id, PERSON_LASTS, name);
      } catch (error) {
        return refuse(
          error instanceof JWTExpired ? IDENTITY_EXPIRED : IDENTITY_WRONG,
        );
      }
    },

    async find(request) {
      const [, token] =
        /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
      if (token === undefined || sites.length === 0) return undefined;
      try {
        const { payload } = await jwtVerify(token, await keyOf(), {
          algorithms: [ALGORITHM],
        });
        const { sub, name } = Visitor.parse(payload);
        return await toSession(sub, name);
      } catch {
        return undefined;
      }
    },
  };
}
