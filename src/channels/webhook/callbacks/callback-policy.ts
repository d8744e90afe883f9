import { deriveSigningSecret } from "../../../hash.ts";
import { checkPublicAddress } from "../../../public-address.ts";

/** What the operator lets each caller have. */
export interface CallbackPolicy {
  readonly rulesOf: (caller: string) => CallbackRules;
  readonly signingOf: CallbackSigner;
}

/**
 * @param hosts those without a caller count for everybody
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

/** A host that the operator has listed. */
interface ListedHost {
  /** As `URL` writes it; `*.example.com` matches all names below example.com. */
  readonly name: string;
  /** Empty: the usual one. `*`: any. */
  readonly port: string;
}

/** Which addresses a caller's callbacks may go to. */
export interface CallbackRules {
  /** Any host of the public internet whose owner confirms, too. */
  readonly isPublic: boolean;
  readonly hosts: readonly ListedHost[];
  /** Parley runs on its developer's own machine, which may be reached at any port and without TLS. */
  readonly isDevelopment: boolean;
}

/** `listed` by the operator: any address, and no need to confirm. `this-machine`: the developer's own. `public`: all addresses of the host have to be public. */
export type CallbackPlace = "listed" | "this-machine" | "public";

/** `reason`: a clause that follows "the address". */
type CallbackAddress =
  | {
      readonly kind: "allowed";
      readonly url: URL;
      readonly place: CallbackPlace;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** In UTF-16 units. */
const MAX_LENGTH = 2_000;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a callback may be sent there, by what is written in the address. `checkPublicHost` looks up a host that is not listed before each request. */
export function checkCallbackAddress(
  address: string,
  rules: CallbackRules,
): CallbackAddress {
  const url = address.length > MAX_LENGTH ? null : URL.parse(address);
  if (url === null) return refuse("is not a valid URL");
  if (url.username !== "" || url.password !== "")
    return refuse("contains a user name or password");
  // It is for browsers; nobody else sees it.
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

/** What a caller's callbacks are signed with. */
type CallbackSigning =
  | {
      readonly kind: "known";
      /** The variable that they are set in, or derived from. */
      readonly source: "WEBHOOK_CALLBACK_SECRETS" | "PARLEY_SECRET";
      /** In the form `whsec_…`; all of them sign. Nobody else's callbacks are signed with any of them. */
      readonly secrets: readonly string[];
    }
  /** Nobody of that name may call: it was never set up, or has been taken out. */
  | { readonly kind: "unknown-caller" }
  /** The operator has set nothing that this caller's secret could come from. */
  | { readonly kind: "not-set" };

export type CallbackSigner = (caller: string) => Promise<CallbackSigning>;

/**
 * @param callers the names of those who may call
 * @param own secrets of single callers; several where one is changed
 * @param deploymentSecret what the secrets of all others are derived from
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

/** Why there is nothing to sign with, and what to set; a sentence. */
export function explainMissingSecret(
  { kind }: Exclude<CallbackSigning, { kind: "known" }>,
  caller: string,
): string {
  return kind === "unknown-caller"
    ? `Unknown caller ${caller}: neither WEBHOOK_API_KEYS nor WEBHOOK_SIGNING_SECRET names it.`
    : `There is no secret to sign the callbacks of ${caller}: the operator must set PARLEY_SECRET (\`openssl rand -base64 32\` makes one), or WEBHOOK_CALLBACK_SECRETS=${caller}:whsec_…`;
}
