import type { IncomingMessage } from "./message.ts";

/** Whose a sign-in is: everybody's here, or a person's (see `personOf`). */
export const DEPLOYMENT = "deployment";

export type SignInState =
  | { readonly kind: "signed-out" }
  /** The server accepted the sign-in once, and does no longer. */
  | { readonly kind: "refused" }
  | {
      readonly kind: "signed-in";
      readonly since: number;
      /** The name of the account, if the server tells. */
      readonly account?: string | undefined;
    };

/** Somebody at a server. */
export interface SignInParty {
  /** The server's name. */
  readonly server: string;
  /** `DEPLOYMENT` or a person. */
  readonly person: string;
}

/** What a link in a chat is for. */
export interface SignInInvitation extends SignInParty {
  /** Where it was asked for: forgetting it ends the sign-in. */
  readonly conversation: string;
  /** The person as they know themselves, as plain text. */
  readonly who: string;
  /** What goes on with the turn that asked; left out if nothing does. */
  readonly answer?: IncomingMessage;
}

/** Why a sign-in has failed. */
export type SignInFault =
  /** `gone`: from the settings. `address`: the server names a private one. */
  | {
      readonly kind:
        "gone" | "unreachable" | "too-much" | "address" | "invalid";
    }
  /** Parley must be registered there by hand, with this address. */
  | { readonly kind: "unregistered"; readonly redirectUrl: string }
  /** `said`: a line of the server's, which may say anything. */
  | { readonly kind: "refused"; readonly said?: string | undefined };

interface Failed {
  readonly kind: "failed";
  /** The server's name. */
  readonly server: string;
  readonly fault: SignInFault;
}

/** `url`: where the browser goes on. */
export type SignInStart =
  { readonly kind: "begun"; readonly url: string } | Failed;

export type SignInEnd =
  | ({
      readonly kind: "signed-in";
      /** To be delivered. */
      readonly answer?: IncomingMessage | undefined;
    } & SignInParty)
  /** The person, or the server, said no; see `SignInFault`. */
  | ({
      readonly kind: "denied";
      readonly said?: string | undefined;
    } & SignInParty)
  /** Used before, too late, or begun in another browser. */
  | { readonly kind: "unknown" }
  | (Failed & SignInParty);

/**
 * Tells servers that sign-ins are over, within seconds. It may fail, and never
 * throws.
 */
export type Revocation = () => Promise<void>;

/** Sign-ins at tool servers. */
export interface SignIns {
  /** The names of the servers that want a sign-in, by whose it is. */
  readonly servers: Readonly<
    Record<"deployment" | "person", readonly string[]>
  >;
  stateOf(party: SignInParty): Promise<SignInState>;
  signOut(party: SignInParty): Promise<Revocation>;
  /** The servers at which a person is, or was, signed in. */
  serversOf(person: string): Promise<readonly string[]>;
  /** The path of a link for one use within ten minutes. */
  invite(invitation: SignInInvitation): Promise<string>;
  /** @param token the last part of the link's path */
  findInvitation(token: string): Promise<SignInInvitation | undefined>;
  /** The same, for the last time. */
  takeInvitation(token: string): Promise<SignInInvitation | undefined>;
  /**
   * @param options.origin where the deployment was reached
   * @param options.browser only this one can end what it began
   */
  begin(
    party: SignInParty & Partial<SignInInvitation>,
    options: { origin: string; browser: string; signal: AbortSignal },
  ): Promise<SignInStart>;
  /** @param answer what the server sent the browser back with */
  end(
    answer: URLSearchParams,
    options: { browser: string; signal: AbortSignal },
  ): Promise<SignInEnd>;
  /** Parley as an OAuth client, as servers want to know it. */
  describeClient(origin: string): Readonly<Record<string, unknown>>;
  /**
   * Signs out a person everywhere, and those who have signed in from
   * conversations.
   */
  forget(whose: {
    person?: string | undefined;
    conversations?: readonly string[];
  }): Promise<Revocation>;
}
