import {
  type ApiKey,
  authenticate,
  type Refusal,
  refuseCaller,
} from "./authenticate.ts";
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

export type Identification =
  | {
      readonly kind: "known";
      readonly name: string;
      readonly signed: SignedBody | undefined;
    }
  | Refusal;

/**
 * Tells who calls: by the API key where there is the header `Authorization`, else by the signature. The body is read for a
 * signature only.
 * @param takesSignatures whether the body is all that the request is about: a signature says nothing of method and address
 */
export async function identify(
  request: Request,
  {
    credentials: { keys, secrets },
    takesSignatures,
    now = Date.now,
  }: {
    credentials: Credentials;
    takesSignatures: boolean;
    now?: () => number;
  },
): Promise<Identification> {
  if (!request.headers.has("authorization") && isSigned(request)) {
    return takesSignatures
      ? verifySignature(request, { secrets: await secrets(), now: now() })
      : refuseCaller(
          "A signature opens POST /v1/messages only. Here, send your API key in the header Authorization: Bearer <key>.",
        );
  }
  const caller = await authenticate(request, keys);
  return caller.kind === "known" ? { ...caller, signed: undefined } : caller;
}
