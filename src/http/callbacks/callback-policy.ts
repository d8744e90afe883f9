import { deriveSigningSecret } from "../../runtime/hash.ts";
import { refuseField, type Refusal } from "../problems.ts";

/** Where each caller's callbacks may go, and what signs them. */
export interface CallbackPolicy {
  readonly rulesOf: (caller: string) => CallbackRules;
  readonly signingOf: CallbackSigner;
}

/**
 * @param hosts entries without a `caller` apply to all callers
 * @param signing see `createCallbackSigner`
 */
export function createCallbackPolicy({
  hosts,
  isDevelopment,
  signing,
}: {
  hosts: readonly (ListedHost & { readonly caller?: string | undefined })[];
  isDevelopment: boolean;
  signing: Parameters<typeof createCallbackSigner>[0];
}): CallbackPolicy {
  return {
    rulesOf: (caller) => ({
      caller,
      hosts: hosts.filter((entry) => (entry.caller ?? caller) === caller),
      isDevelopment,
    }),
    signingOf: createCallbackSigner(signing),
  };
}

/** A host that the operator lists: trusted, and may be private. */
interface ListedHost {
  /**
   * As in `URL.hostname`; `*.example.com` matches every subdomain of
   * example.com.
   */
  readonly name: string;
  /** As in `URL.port`: empty for the default port. */
  readonly port: string;
}

/** Which addresses a caller's callbacks may go to. */
export interface CallbackRules {
  readonly caller: string;
  readonly hosts: readonly ListedHost[];
  /** Local development: allows loopback hosts at any port, without TLS. */
  readonly isDevelopment: boolean;
}

/** `reason`: a clause to follow "The address". */
type CallbackAddress =
  | { readonly kind: "allowed"; readonly url: URL }
  | { readonly kind: "refused"; readonly reason: string };

/** In UTF-16 code units. */
const MAX_LENGTH = 2_000;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Checks the text of a callback URL. */
export function checkCallbackAddress(
  address: string,
  { caller, hosts, isDevelopment }: CallbackRules,
): CallbackAddress {
  const url = address.length > MAX_LENGTH ? null : URL.parse(address);
  if (url === null) return refuse("is not a valid URL");
  if (url.username !== "" || url.password !== "")
    return refuse("contains a user name or password");
  const isHere = isDevelopment && LOOPBACK.includes(url.hostname);
  if (url.protocol !== "https:" && !(isHere && url.protocol === "http:"))
    return refuse("does not begin with https://");
  if (!isHere && !hosts.some((host) => matches(url, host)))
    return refuse(
      `has a host that is not listed for you: the operator must add ${caller}:${url.host} to WEBHOOK_CALLBACK_HOSTS`,
    );
  // Fragments are never sent.
  url.hash = "";
  return { kind: "allowed", url };
}

function matches(url: URL, { name, port }: ListedHost): boolean {
  return (
    port === url.port &&
    (name.startsWith("*.")
      ? url.hostname.endsWith(name.slice(1))
      : url.hostname === name)
  );
}

function refuse(reason: string): CallbackAddress {
  return { kind: "refused", reason };
}

/** The secrets that sign a caller's callbacks. */
type CallbackSigning =
  | {
      readonly kind: "known";
      /** The variable that sets them, or that they derive from. */
      readonly source: "WEBHOOK_CALLBACK_SECRETS" | "PARLEY_SECRET";
      /** `whsec_…`, each makes a signature. Never shared between callers. */
      readonly secrets: readonly string[];
    }
  /** The caller is not configured, or no longer. */
  | { readonly kind: "unknown-caller" }
  /** Neither variable that this caller's secret could come from is set. */
  | { readonly kind: "not-set" };

export type CallbackSigner = (caller: string) => Promise<CallbackSigning>;

/**
 * @param callers names of all configured callers
 * @param own secrets set for single callers; several during a key rotation
 * @param deploymentSecret derives the secrets of all other callers
 */
export function createCallbackSigner({
  callers,
  own,
  deploymentSecret,
}: {
  callers: readonly string[];
  own: readonly { readonly name: string; readonly secret: string }[];
  deploymentSecret: string | undefined;
}): CallbackSigner {
  return async (caller) => {
    if (!callers.includes(caller)) return { kind: "unknown-caller" };
    const secrets = own
      .filter(({ name }) => name === caller)
      .map(({ secret }) => secret);
    if (secrets.length > 0)
      return { kind: "known", source: "WEBHOOK_CALLBACK_SECRETS", secrets };
    if (deploymentSecret === undefined) return { kind: "not-set" };
    const secret = await deriveSigningSecret(deploymentSecret, [
      "callback",
      caller,
    ]);
    return { kind: "known", source: "PARLEY_SECRET", secrets: [secret] };
  };
}

/** One or two sentences: why the caller has no secret, and what to set. */
export function explainMissingSecret(
  { kind }: Exclude<CallbackSigning, { kind: "known" }>,
  caller: string,
): string {
  return kind === "unknown-caller"
    ? `Unknown caller ${caller}: neither WEBHOOK_API_KEYS nor WEBHOOK_SIGNING_SECRET names it.`
    : `There is no secret to sign the callbacks of ${caller}: the operator must set PARLEY_SECRET (\`openssl rand -base64 32\` makes one), or WEBHOOK_CALLBACK_SECRETS=${caller}:whsec_…`;
}

type AcceptedCallback =
  { readonly kind: "accepted"; readonly url: string } | Refusal;

/** Checks the callback URL of a message. */
export type CallbackAcceptance = (
  address: string,
  caller: string,
) => Promise<AcceptedCallback>;

export function createCallbackAcceptance({
  rulesOf,
  signingOf,
}: CallbackPolicy): CallbackAcceptance {
  return async (address, caller) => {
    const check = checkCallbackAddress(address, rulesOf(caller));
    if (check.kind === "refused")
      return refuseAddress(`cannot be used: the address ${check.reason}`);
    const signing = await signingOf(caller);
    if (signing.kind !== "known")
      return refuseAddress(
        `cannot be used. ${explainMissingSecret(signing, caller)}`,
      );
    return { kind: "accepted", url: check.url.href };
  };
}

function refuseAddress(detail: string): Refusal {
  return refuseField("/callback_url", detail);
}
