import { deriveSigningSecret } from "../../../hash.ts";
import { checkPublicAddress } from "../../../public-address.ts";

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
  hosts: readonly {
    readonly caller?: string;
    readonly host: "public" | ListedHost;
  }[];
  isDevelopment: boolean;
  signing: Parameters<typeof createCallbackSigner>[0];
}): CallbackPolicy {
  return {
    rulesOf(caller) {
      const own = hosts
        .filter((entry) => (entry.caller ?? caller) === caller)
        .map(({ host }) => host);
      return {
        isPublic: own.includes("public"),
        hosts: own.filter((host) => host !== "public"),
        isDevelopment,
      };
    },
    signingOf: createCallbackSigner(signing),
  };
}

/** A host that the operator lists. */
interface ListedHost {
  /**
   * As in `URL.hostname`; `*.example.com` matches every subdomain of
   * example.com.
   */
  readonly name: string;
  /** As in `URL.port`: empty for the default port. `*`: any port. */
  readonly port: string;
}

/** Which addresses a caller's callbacks may go to. */
export interface CallbackRules {
  /** Whether any public host may be used that confirms. */
  readonly isPublic: boolean;
  readonly hosts: readonly ListedHost[];
  /** Local development: allows loopback hosts at any port, without TLS. */
  readonly isDevelopment: boolean;
}

/**
 * `listed`: trusted by the operator; may be private, and need not confirm.
 * `this-machine`: loopback in development. `public`: all addresses of the host
 * must be public.
 */
export type CallbackPlace = "listed" | "this-machine" | "public";

/** `reason`: a clause to follow "The address". */
type CallbackAddress =
  | {
      readonly kind: "allowed";
      readonly url: URL;
      readonly place: CallbackPlace;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** In UTF-16 code units. */
const MAX_LENGTH = 2_000;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Checks the text of a callback URL. For `public` hosts, `checkPublicHost`
 * checks the DNS records before each request.
 */
export function checkCallbackAddress(
  address: string,
  rules: CallbackRules,
): CallbackAddress {
  const url = address.length > MAX_LENGTH ? null : URL.parse(address);
  if (url === null) return refuse("is not a valid URL");
  if (url.username !== "" || url.password !== "")
    return refuse("contains a user name or password");
  // Fragments are never sent.
  url.hash = "";
  const isHere = rules.isDevelopment && LOOPBACK.includes(url.hostname);
  const place = isListed(url, rules)
    ? "listed"
    : isHere
      ? "this-machine"
      : undefined;
  const mayBeSent =
    url.protocol === "https:" || (isHere && url.protocol === "http:");
  if (place !== undefined && mayBeSent) return { kind: "allowed", url, place };
  const check = checkPublicAddress(url.href);
  if (check.kind === "refused") return check;
  return rules.isPublic
    ? { kind: "allowed", url, place: "public" }
    : refuse(
        "has a host that WEBHOOK_CALLBACK_HOSTS does not list for this caller",
      );
}

function isListed(url: URL, { hosts }: CallbackRules): boolean {
  return hosts.some(
    ({ name, port }) =>
      (port === "*" || port === url.port) && matches(url.hostname, name),
  );
}

function matches(hostname: string, name: string): boolean {
  return name.startsWith("*.")
    ? hostname.endsWith(name.slice(1))
    : hostname === name;
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
