import { findBearerKey, refuseCaller } from "../bearer-keys.ts";
import type { CallerRefusal, GuessGuard } from "../guess-guard.ts";
import { MAX_BODY_BYTES } from "../json-body.ts";
import { problemResponse } from "../problems.ts";
import { readBytes } from "../request-body.ts";
import { isSameSecret } from "../secrets.ts";
import type { MiddlewareHandler } from "hono";

/** What callers are known by. */
export interface Credentials {
  readonly keys: readonly ApiKey[];
  /** Derived each time, where they are not set. */
  readonly secrets: () => Promise<readonly SigningSecret[]>;
}

interface ApiKey {
  /** Of the caller: part of the ids of its conversations. */
  readonly name: string;
  readonly key: string;
}

/** How callers are known, and how often they may try. */
export interface CallerCheck {
  readonly credentials: Credentials;
  readonly guessGuard: GuessGuard;
}

/** What the routes after `authenticate` know of the caller. */
export interface CallerVariables {
  Variables: {
    /** The name of the key or the secret; part of the ids of its conversations. */
    caller: string;
    /** Where the caller is known by its signature. */
    signed: SignedBody | undefined;
  };
}

/** Lets in callers that are known. The answers are theirs alone: no cache may keep them. */
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

/** @param takesSignatures whether the request is about its body alone: a signature says nothing of method and address */
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

/** A secret of Standard Webhooks: `whsec_` and the base64 of its bytes. */
interface SigningSecret {
  /** Of the caller, as with `ApiKey`. */
  readonly name: string;
  readonly secret: string;
}

/** A body whose sender has signed it, so that it has been read. */
export interface SignedBody {
  /** `webhook-id`, which is signed, too: the same for each attempt to send the same message. */
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** For clocks that are not quite right, and for how long a message may be on its way (Standard Webhooks). */
const TOLERANCE_SECONDS = 5 * 60;

/** A sender signs by its old and its new secret at most; the rest is noise. */
const MAX_SIGNATURES = 10;

const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** Whether the request means to be known by a signature. */
function isSigned({ headers }: Request): boolean {
  return HEADERS.some((name) => headers.has(name));
}

/**
 * Tells who calls by a symmetric signature of Standard Webhooks (`v1`); the headers are checked before the body is read. What is sent again
 * within five minutes has the same id, and does no harm.
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
  // Every secret is tried on every signature, so that the time does not tell which one was nearly right.
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
  // With a full stop in it, one signature would fit two messages. Beyond ASCII it may not be what was signed: headers are no UTF-8.
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

/** The symmetric signature of Standard Webhooks (`v1`) without its version: the base64 of the HMAC-SHA256. */
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
