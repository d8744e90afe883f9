import type { MiddlewareHandler } from "hono";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { findBearerKey, refuseCaller } from "../bearer-keys.ts";
import type { CallerRefusal, GuessGuard } from "../guess-guard.ts";
import { MAX_BODY_BYTES } from "../json-body.ts";
import { problemResponse } from "../problems.ts";
import { readBytes } from "../request-body.ts";

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
    missing: NO_KEY,
    unknown: "Unknown API key. Check it against WEBHOOK_API_KEYS.",
  });
  return found.kind === "refused"
    ? found
    : { kind: "known", name: found.key.name, signed: undefined };
}

export const NO_KEY =
  "Send your API key in the Authorization header: Authorization: Bearer <key>.";

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

const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"];

function isSigned({ headers }: Request): boolean {
  return HEADERS.some((name) => headers.has(name));
}

/**
 * Keeps a byte order mark, which is signed, too. The signature of other bytes
 * than UTF-8 never matches.
 */
const EXACT = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

/**
 * Identifies the caller by a symmetric Standard Webhooks signature (`v1`):
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * Rejects bad headers before it reads the body. A replay within the tolerance
 * of five minutes has the same id, so it is deduplicated.
 */
async function verifySignature(
  request: Request,
  secrets: readonly SigningSecret[],
): Promise<KnownCaller | CallerRefusal> {
  const headers = Object.fromEntries(request.headers);
  const fault = findHeaderFault(headers);
  if (fault !== undefined) return refuseCaller(fault);
  const body = await readBytes(request, { maxBytes: MAX_BODY_BYTES });
  if (body.kind === "refused") return { ...body, isWrong: false };

  const text = EXACT.decode(body.value);
  // Tries every secret, so that timing does not reveal which one matched.
  const mismatches = secrets.map(({ secret }) =>
    findMismatch(new Webhook(secret), { text, headers }),
  );
  const known = secrets[mismatches.indexOf(undefined)];
  if (known === undefined)
    return refuseCaller(
      "No signature in webhook-signature matches. Sign `${webhook-id}.${webhook-timestamp}.${body}`, with the exact bytes of the body, using a secret of WEBHOOK_SIGNING_SECRET.",
      { isWrong: true },
    );
  const signed = { id: headers["webhook-id"] ?? "", bytes: body.value };
  return { kind: "known", name: known.name, signed };
}

function findHeaderFault(headers: Record<string, string>): string | undefined {
  const missing = HEADERS.filter((name) => !headers[name]);
  if (missing.length > 0)
    return `A signed message needs the headers webhook-id, webhook-timestamp and webhook-signature; ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing.`;
  // A period would let one signature match two messages: it separates the
  // signed parts. Non-ASCII headers may arrive with other bytes than were
  // signed.
  if (!/^[!-\-/-~]{1,128}$/.test(headers["webhook-id"] ?? ""))
    return "webhook-id must be 1 to 128 printable ASCII characters without spaces or periods.";
  if (!/(?:^| )v1,/.test(headers["webhook-signature"] ?? ""))
    return "webhook-signature contains no version 1 signature: v1, a comma, and a base64 HMAC-SHA256.";
  // The time is checked first, so any key and text will do.
  return TIME_FAULTS[findMismatch(ANY_KEY, { text: "", headers }) ?? ""];
}

const ANY_KEY = new Webhook(new Uint8Array(24), { format: "raw" });

/** What to do about the package's errors. */
const TIME_FAULTS: Readonly<Record<string, string>> = {
  "Invalid Signature Headers":
    "webhook-timestamp must be a whole number: seconds since 1970 (UTC).",
  "Message timestamp too old":
    "webhook-timestamp is more than 300 seconds old by this server's clock. Sign each attempt separately, and check your clock.",
  "Message timestamp too new":
    "webhook-timestamp is more than 300 seconds in the future by this server's clock. Check your clock.",
};

/** The message of the package's error, if the signature does not match. */
function findMismatch(
  webhook: Webhook,
  { text, headers }: { text: string; headers: Record<string, string> },
): string | undefined {
  try {
    webhook.verify(text, headers, { jsonParse: false });
    return undefined;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message;
    throw error;
  }
}
