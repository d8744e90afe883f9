import type { SignedBody } from "./verify-signature.ts";

/** What the routes behind the check of the caller know of it. */
export interface CallerVariables {
  Variables: {
    /** The name of the key or the secret; part of the ids of its conversations. */
    caller: string;
    /** Where the caller is known by it. */
    signed: SignedBody | undefined;
  };
}
