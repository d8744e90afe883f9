import { notFrom, refuse, type Reading } from "../../http/problems.ts";
import { isSameSecret } from "../../http/secrets.ts";
import type { ReceivingChannel, Reception } from "../../types/channel.ts";
import type { ParsedEvents } from "../kit/parse-events.ts";
import { acceptAll, echo } from "../kit/reception.ts";
import { isSigned, parseSigned, readSignedBody } from "../kit/signed-body.ts";

/** How requests of Meta are verified. */
export interface MetaCheck {
  /** Signs each delivery. */
  readonly appSecret: string;
  /** Sent by Meta when the webhook is set up. */
  readonly verifyToken: string;
  /** Meta signs no time: older messages may be replays of forgotten ones. */
  readonly idsKnownMs: number;
  readonly now?: () => number;
}

/**
 * Makes the `receive` of a channel of Meta.
 * @param title the channel's display name
 * @param parse must not throw. `oldest`: time of the oldest message to take, in
 *   milliseconds since 1970
 */
export function createMetaReceiver(
  title: string,
  { appSecret, verifyToken, idsKnownMs, now = Date.now }: MetaCheck,
  parse: (delivery: unknown, options: { oldest: number }) => ParsedEvents,
): ReceivingChannel["receive"] {
  return async (request) => {
    if (request.method === "GET") return answerChallenge(request, verifyToken);
    const delivery = await readDelivery(request, appSecret);
    if (delivery.kind === "refused") return delivery;
    const parsed = parse(delivery.value, { oldest: now() - idsKnownMs });
    return acceptAll(parsed, { what: `${title} message`, by: "Meta" });
  };
}

/**
 * Answers Meta's verification request with its challenge
 * (https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests).
 */
async function answerChallenge(
  request: Request,
  verifyToken: string,
): Promise<Reception> {
  const { searchParams } = new URL(request.url);
  const given = searchParams.get("hub.verify_token") ?? "";
  const challenge = searchParams.get("hub.challenge") ?? "";
  const isAuthentic =
    /^[\w.-]{1,200}$/.test(challenge) &&
    (await isSameSecret(given, verifyToken));
  return isAuthentic ? echo(challenge) : refuse(UNAUTHORIZED);
}

/**
 * Meta batches up to 1,000 changes and 3 MB, and retries a rejected delivery
 * for days
 * (https://developers.facebook.com/docs/graph-api/webhooks/getting-started).
 */
const MAX_DELIVERY_BYTES = 4_000_000;

/**
 * Verifies a delivery and parses its JSON. Malformed JSON with a valid
 * signature is accepted as `undefined`, because Meta would only retry it.
 */
async function readDelivery(
  request: Request,
  appSecret: string,
): Promise<Reading<unknown>> {
  const header = request.headers.get("x-hub-signature-256") ?? "";
  const [, signature] = /^sha256=([\da-f]{64})$/i.exec(header) ?? [];
  if (signature === undefined) return refuse(UNAUTHORIZED);
  const body = await readSignedBody(request, { maxBytes: MAX_DELIVERY_BYTES });
  if (body.kind === "refused") return body;
  const check = { signature, encoding: "hex", secret: appSecret } as const;
  const isAuthentic = await isSigned(body.value, check);
  return isAuthentic
    ? { kind: "read", value: parseSigned(body.value) }
    : refuse(UNAUTHORIZED);
}

const UNAUTHORIZED = notFrom(
  "Meta",
  "The X-Hub-Signature-256 header or the verify token is missing or wrong. Copy the app secret from App settings → Basic, and use the same verify token in the webhook's settings.",
);
