import type { ReceivingChannel, Reception } from "../../channel.ts";
import { parseJson } from "../../json.ts";
import type { ParsedEvents } from "../parse-events.ts";
import { notFrom, type Reading, refuse } from "../problems.ts";
import { echo, takeAll } from "../reception.ts";
import { decodeText } from "../request-body.ts";
import { isSameSecret } from "../secrets.ts";
import { isSigned, readSignedBody } from "../signed-body.ts";

/** What Meta's webhooks are verified with. */
export interface MetaSecrets {
  /** Signs each delivery. */
  readonly appSecret: string;
  /** Comes once, when the webhook is set up. */
  readonly verifyToken: string;
}

/** The `receive` of a channel of Meta's. `parse` never throws. */
export function createMetaReceiver({
  appSecret,
  verifyToken,
  title,
  parse,
}: MetaSecrets & {
  /** As people call the channel. */
  title: string;
  parse: (delivery: unknown) => ParsedEvents;
}): ReceivingChannel["receive"] {
  return async (request) => {
    if (request.method === "GET") return answerChallenge(request, verifyToken);
    const delivery = await readDelivery(request, appSecret);
    if (delivery.kind === "refused") return delivery;
    const what = `${title} message`;
    return takeAll(parse(delivery.value), { what, by: "Meta" });
  };
}

/**
 * Answers the request with which Meta checks a webhook's address, by its challenge
 * (https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests).
 */
async function answerChallenge(
  request: Request,
  verifyToken: string,
): Promise<Reception> {
  const { searchParams } = new URL(request.url);
  const given = searchParams.get("hub.verify_token") ?? "";
  const challenge = searchParams.get("hub.challenge") ?? "";
  const isKnown =
    searchParams.get("hub.mode") === "subscribe" &&
    /^[\w.-]{1,200}$/.test(challenge) &&
    (await isSameSecret(given, verifyToken));
  return isKnown ? echo(challenge) : refuse(UNAUTHORIZED);
}

/** Meta puts up to 1,000 changes into one delivery of up to 3 MB, and repeats it for days (https://developers.facebook.com/docs/graph-api/webhooks/getting-started). */
const MAX_DELIVERY_BYTES = 4_000_000;

/** The JSON of a delivery that Meta has signed, `undefined` where it is none: what is signed is taken, since it would only come again. */
async function readDelivery(
  request: Request,
  appSecret: string,
): Promise<Reading<unknown>> {
  const header = request.headers.get("x-hub-signature-256") ?? "";
  const [, signature] = /^sha256=([\da-f]{64})$/i.exec(header) ?? [];
  if (signature === undefined) return refuse(UNAUTHORIZED);
  const body = await readSignedBody(request, { maxBytes: MAX_DELIVERY_BYTES });
  if (body.kind === "refused") return body;
  const text = decodeText(body.value);
  const check = { signature, encoding: "hex", secret: appSecret } as const;
  const isMetas =
    (await isSigned(body.value, check)) ||
    (text.kind === "read" &&
      (await isSigned(escapeUnicode(text.value), check)));
  if (!isMetas) return refuse(UNAUTHORIZED);
  return {
    kind: "read",
    value: text.kind === "refused" ? undefined : parseJson(text.value),
  };
}

/**
 * As Meta signs it: with each UTF-16 unit outside of ASCII as `\u00e4` (https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads).
 * It usually sends the same, but a proxy may have written the characters out.
 */
function escapeUnicode(text: string): string {
  return text.replaceAll(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const UNAUTHORIZED = notFrom(
  "Meta",
  "The X-Hub-Signature-256 header or the verify token is missing or wrong. Copy the app secret from App settings → Basic, and use the same verify token in the webhook's settings.",
);
