import type { MiddlewareHandler } from "hono";
import { findBearerKey, refuseCaller } from "../bearer-keys.ts";
import type { CallerRefusal, GuessGuard } from "../guess-guard.ts";
import { problemResponse } from "../problems.ts";
import {
  isSigned,
  type SignedBody,
  type SigningSecret,
  verifySignature,
} from "./verify-signature.ts";

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

/**
 * Tells who calls: by the API key where there is the header `Authorization`, else by the signature. Only a signature needs
 * the body.
 * @param takesSignatures whether the request is about its body alone: a signature says nothing of method and address
 */
async function identify(
  request: Request,
  {
    credentials: { keys, secrets },
    takesSignatures,
  }: { credentials: Credentials; takesSignatures: boolean },
): Promise<
  | {
      readonly kind: "known";
      readonly name: string;
      readonly signed: SignedBody | undefined;
    }
  | CallerRefusal
> {
  if (!request.headers.has("authorization") && isSigned(request))
    return takesSignatures
      ? verifySignature(request, await secrets())
      : refuseCaller(
          "A signature opens POST /v1/messages only. Here, send your API key in the header Authorization: Bearer <key>.",
        );
  const found = await findBearerKey(request, keys, {
    missing: "Send your API key in the header Authorization: Bearer <key>.",
    unreadable:
      "The header Authorization must be Bearer, a blank, and your API key.",
    unknown:
      "This API key is not known here. Check it against WEBHOOK_API_KEYS.",
  });
  return found.kind === "refused"
    ? found
    : { kind: "known", name: found.key.name, signed: undefined };
}
