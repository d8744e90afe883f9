import {
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  type JWTVerifyGetKey,
} from "jose";
import { notFrom, refuse, type Reading } from "../../http/problems.ts";
import type { Problem } from "../../types/problem.ts";
import { KeysUnavailable } from "./signing-keys.ts";

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
  { headers }: Request,
  {
    appId,
    keys,
    now,
  }: { appId: string; keys: JWTVerifyGetKey; now: () => number },
): Promise<Reading<VerifiedSender>> {
  const header = headers.get("authorization") ?? "";
  const [, token = ""] = /^bearer ([\w.-]+)$/i.exec(header) ?? [];
  if (!isForBot(token, appId)) return refuse(UNAUTHORIZED);
  try {
    const { payload } = await jwtVerify(token, keys, {
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
  } catch (error) {
    return refuse(
      error instanceof KeysUnavailable ? UNAVAILABLE : UNAUTHORIZED,
    );
  }
}

/**
 * Whether an unverified token names this bot, and a key: others do not trigger
 * loading keys.
 */
function isForBot(token: string, appId: string): boolean {
  if (token === "" || token.length > MAX_TOKEN_LENGTH) return false;
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    const { iss, aud } = decodeJwt(token);
    const isNamed = alg === ALGORITHM && kid !== undefined;
    return isNamed && iss === ISSUER && aud === appId;
  } catch {
    return false;
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
