import type { MiddlewareHandler } from "hono";
import { findBearerKey, refuseCaller } from "../bearer-keys.ts";
import type { CallerRefusal, GuessGuard } from "../guess-guard.ts";
import { MAX_BODY_BYTES } from "../json-body.ts";
import { problemResponse } from "../problems.ts";
import { readBytes } from "../request-body.ts";
import { isSameSecret } from "../secrets.ts";

export interface Credentials {
  readonly keys: readonly ApiKey[];
  /** Derives the secrets that are not set, on each call. */
  readonly secrets: () => Promise<readonly SigningSecret[]>;
}

interface ApiKey {
  /** The caller's name, part of its conversation ids. */
  readonly name: string;
  readonly key: string;
}

export interface CallerCheck {
  readonly credentials: Credentials;
  readonly guessGuard: GuessGuard;
}

/** Set by `authenticate` for the handlers that follow. */
export interface CallerVariables {
  Variables: {
    /**
     * The name of the API key or signing secret, part of the conversation ids.
     */
    caller: string;
    /** Set if the caller authenticated by signature. */
    signed: SignedBody | undefined;
  };
}

/**
 * Rejects unknown callers. Responses are private: `cache-control: no-store`.
 * @param options.takesSignatures only for routes that read everything from the
 * body: a signature covers neither method nor URL
 */
export function authenticate(
  { credentials, guessGuard }: CallerCheck,
  options: { takesSignatures: boolean },
): MiddlewareHandler<CallerVariables> {
  return async (context, next) => {
    const caller = await guessGuard.check(context, () =>
      identify(context.req.raw, { credentials, ...options }),
    );
    if (caller.kind === "refused") return problemResponse(caller.problem);
    context.set("caller", caller.name);
    context.set("signed", caller.signed);
    context.header("cache-control", "no-store");
    return next();
  };
}

interface KnownCaller {
  readonly kind: "known";
  readonly name: string;
  readonly signed: SignedBody | undefined;
}

async function identify(
  request: Request,
  {
    credentials: { keys, secrets },
    takesSignatures,
  }: { credentials: Credentials; takesSignatures: boolean },
): Promise<KnownCaller | CallerRefusal> {
  if (!request.headers.has("authorization") && isSigned(request))
    return takesSignatures
      ? verifySignature(request, await secrets())
      : refuseCaller(
          "Signatures are accepted by POST /v1/messages only. Send your API key here: Authorization: Bearer <key>.",
        );
  const found = await findBearerKey(request, keys, {
    missing:
      "Send your API key in the Authorization header: Authorization: Bearer <key>.",
    unreadable:
      "The Authorization header must be Bearer, a space, and your API key.",
    unknown: "Unknown API key. Check it against WEBHOOK_API_KEYS.",
  });
  return found.kind === "refused"
    ? found
    : { kind: "known", name: found.key.name, signed: undefined };
}

/** In the Standard Webhooks format: `whsec_` and base64. */
interface SigningSecret {
  /** The caller's name, as in `ApiKey`. */
  readonly name: string;
  readonly secret: string;
}

/** A body with a valid signature, already read. */
export interface SignedBody {
  /** The signed `webhook-id`: the same for each attempt to send a message. */
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * For clock skew and delivery delay; the same as in the Standard Webhooks
 * libraries.
 */
const TOLERANCE_SECONDS = 5 * 60;

/** More than the old and the new secret of a key rotation. */
const MAX_SIGNATURES = 10;

const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"];

function isSigned({ headers }: Request): boolean {
  return HEADERS.some((name) => headers.has(name));
}

/**
 * Identifies the caller by a symmetric Standard Webhooks signature (`v1`):
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * Rejects bad headers before it reads the body. A replay within the tolerance
 * has the same id, so it is deduplicated.
 */
async function verifySignature(
  request: Request,
  secrets: readonly SigningSecret[],
): Promise<KnownCaller | CallerRefusal> {
  const headers = parseHeaders(request.headers);
  if (headers.kind === "refused") return headers;
  const body = await readBytes(request, { maxBytes: MAX_BODY_BYTES });
  if (body.kind === "refused") return { ...body, isWrong: false };

  const { id, timestamp, signatures } = headers;
  const content = await new Blob([`${id}.${timestamp}.`, body.value]).bytes();
  // Tries every secret on every signature, so that timing does not reveal which
  // one matched.
  const fits = await Promise.all(
    secrets.map(async ({ secret }) => {
      const expected = await signBytes(content, secret);
      const same = await Promise.all(
        signatures.map((given) => isSameSecret(given, expected)),
      );
      return same.includes(true);
    }),
  );
  const known = secrets[fits.indexOf(true)];
  return known === undefined
    ? refuseCaller(
        "No signature in webhook-signature matches. Sign `${webhook-id}.${webhook-timestamp}.${body}`, with the exact bytes of the body, using a secret of WEBHOOK_SIGNING_SECRET.",
        { isWrong: true },
      )
    : { kind: "known", name: known.name, signed: { id, bytes: body.value } };
}

function parseHeaders(headers: Headers) {
  const [id = "", timestamp = "", list = ""] = HEADERS.map(
    (name) => headers.get(name) ?? "",
  );
  const missing = HEADERS.filter((name) => !headers.get(name));
  if (missing.length > 0)
    return refuseCaller(
      `A signed message needs the headers webhook-id, webhook-timestamp and webhook-signature; ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing.`,
    );
  // A period would let one signature match two messages: it separates the
  // signed parts. Non-ASCII headers may arrive with other bytes than were
  // signed.
  if (!/^[!-\-/-~]{1,128}$/.test(id))
    return refuseCaller(
      "webhook-id must be 1 to 128 printable ASCII characters without spaces or periods.",
    );
  if (!/^\d{1,12}$/.test(timestamp))
    return refuseCaller(
      "webhook-timestamp must be a whole number: seconds since 1970 (UTC).",
    );
  const age = Math.floor(Date.now() / 1000) - Number(timestamp);
  if (Math.abs(age) > TOLERANCE_SECONDS)
    return refuseCaller(
      `webhook-timestamp is ${Math.abs(age)} seconds ${age > 0 ? "old" : "in the future"} by this server's clock; at most 300 are allowed. Sign each attempt separately, and check your clock.`,
    );
  const signatures = list
    .split(" ")
    .flatMap((entry) => (entry.startsWith("v1,") ? [entry.slice(3)] : []))
    .slice(0, MAX_SIGNATURES);
  return signatures.length === 0
    ? refuseCaller(
        "webhook-signature contains no version 1 signature: v1, a comma, and a base64 HMAC-SHA256.",
      )
    : ({ kind: "read", id, timestamp, signatures } as const);
}

/**
 * A `v1` signature of Standard Webhooks without its `v1,` prefix: HMAC-SHA256
 * in base64.
 * @param secret `whsec_` and base64
 */
export async function signBytes(
  content: Uint8Array,
  secret: string,
): Promise<string> {
  const key = await crypto.subtle.importKey(
    "raw",
    toBytes(secret.slice("whsec_".length)),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = await crypto.subtle.sign("HMAC", key, content);
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
