import type {
  AuthorizationServerMetadata,
  OAuthClientInformation,
  OAuthTokens,
} from "@modelcontextprotocol/client";
import type { SignInKey } from "../../../types/sign-in-store.ts";
import type { SignInParty } from "../../../types/sign-ins.ts";

/** Where a server's tokens come from, and for whom. */
export interface Issuer {
  readonly url: string;
  readonly metadata: AuthorizationServerMetadata | undefined;
  readonly client: OAuthClientInformation;
  /** The resource indicator (RFC 8707). */
  readonly resource: string | undefined;
}

export type KeptSignIn =
  | { readonly kind: "refused" }
  | {
      readonly kind: "signed-in";
      /** The server's address at that time: no other gets the tokens. */
      readonly serverUrl: string;
      readonly issuer: Issuer;
      readonly tokens: OAuthTokens;
      /** When the access token expires. */
      readonly expiresAt: number | undefined;
      readonly since: number;
      readonly account?: string | undefined;
      /** Until when somebody renews the tokens. */
      readonly renewedUntil?: number | undefined;
    };

export function keyOfSignIn({ server, person }: SignInParty): SignInKey {
  return { owner: ownerOf(person), name: server };
}

export function ownerOf(person: string): string {
  return `of/${person}`;
}

export function expiryOf(
  { expires_in: seconds }: OAuthTokens,
  now: number,
): number | undefined {
  return seconds === undefined ? undefined : now + seconds * 1_000;
}
