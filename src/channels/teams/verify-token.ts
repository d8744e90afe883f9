import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { notFrom, refuse, type Reading } from "../../http/problems.ts";
import type { Problem } from "../../types/problem.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** Verified claims of the token. */
interface VerifiedSender {
  /** The service to reply to. Must equal the activity's `serviceUrl`. */
  readonly serviceUrl: string;
}

/** https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication#connector-to-bot */
const ISSUER = "https://api.botframework.com";
const ALGORITHM = "RS256";
const CLOCK_SKEW_SECONDS = 300;
const MAX_TOKEN_LENGTH = 8_192;

/**
 * Verifies the JWT in the `Authorization` header: signature, issuer, audience
 * (this bot) and expiry. Does not read the body.
 */
export async function verifyToken(
  { headers, signal }: Request,
  { appId, keys, now }: { appId: string; keys: SigningKeys; now: () => number },
): Promise<Reading<VerifiedSender>> {
  const header = headers.get("authorization") ?? "";
  const [, token = ""] = /^bearer ([\w.-]+)$/i.exec(header) ?? [];
  const kid = findKeyId(token, appId);
  if (kid === undefined) return refuse(UNAUTHORIZED);
  const found = await keys.find(kid, { signal });
  if (found.kind === "unavailable") return refuse(UNAVAILABLE);
  if (found.kind === "unknown") return refuse(UNAUTHORIZED);
  try {
    const { payload } = await jwtVerify(token, found.key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: appId,
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ["exp"],
      currentDate: new Date(now()),
    });
    const serviceUrl = payload["serviceurl"] ?? payload["serviceUrl"];
    return typeof serviceUrl === "string"
      ? { kind: "read", value: { serviceUrl } }
      : refuse(UNAUTHORIZED);
  } catch {
    return refuse(UNAUTHORIZED);
  }
}

/**
 * The token's unverified key id. `undefined` for a token with another issuer or
 * audience, so that it does not trigger loading keys.
 */
function findKeyId(token: string, appId: string): string | undefined {
  if (token === "" || token.length > MAX_TOKEN_LENGTH) return undefined;
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    const { iss, aud } = decodeJwt(token);
    const isForBot = alg === ALGORITHM && iss === ISSUER && aud === appId;
    return isForBot ? kid : undefined;
  } catch {
    return undefined;
  }
}

export const UNAUTHORIZED = notFrom(
  "Microsoft Teams",
  "The Authorization header has no valid token of the Bot Framework for TEAMS_APP_ID. Copy the Microsoft App ID from Configuration of your Azure Bot.",
);

const UNAVAILABLE: Problem = {
  status: 503,
  slug: "busy",
  title: "The sender cannot be verified now",
  detail: "Microsoft's signing keys could not be read. Try again.",
  retryAfterSeconds: 5,
};
