import { checkPublicAddress } from "../../../public-address.ts";

/** A host that the operator has named. */
export interface ListedHost {
  /** As `URL` writes it; `*.example.com` stands for all below example.com. */
  readonly name: string;
  /** Empty: the usual one. `*`: any. */
  readonly port: string;
}

/** Which addresses callbacks may go to. */
export interface CallbackRules {
  /** Any host of the public internet, too. */
  readonly isPublic: boolean;
  readonly hosts: readonly ListedHost[];
  /** Parley runs on its developer's own machine: listed names of that machine may be reached without TLS, and all its ports are listed. */
  readonly isDevelopment: boolean;
}

/** `isTrusted`: the operator has named the host, so that it may have any address. `reason`: a clause behind "the address". */
export type CallbackAddress =
  | { readonly kind: "allowed"; readonly url: URL; readonly isTrusted: boolean }
  | { readonly kind: "refused"; readonly reason: string };

/** In UTF-16 units. */
const MAX_LENGTH = 2_000;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether a callback may be sent there, by what is written in the address; `CallbackAddress.url` is the one to use. Whoever may
 * reach private networks has to look up the numbers of a host that is not trusted: see `checkPublicHost`.
 */
export function checkCallbackAddress(
  address: string,
  rules: CallbackRules,
): CallbackAddress {
  const url = address.length > MAX_LENGTH ? null : URL.parse(address);
  if (url === null) return refuse("cannot be read as one");
  if (url.username !== "" || url.password !== "")
    return refuse("holds a user name or a password");
  // It is for browsers; nobody else sees it.
  url.hash = "";
  const isTrusted = isListed(url, rules);
  const mayBePlain = isTrusted && rules.isDevelopment && isLoopback(url);
  const isSecure = url.protocol === "https:";
  if (isTrusted && (isSecure || (mayBePlain && url.protocol === "http:")))
    return { kind: "allowed", url, isTrusted };
  const check = checkPublicAddress(url.href);
  if (check.kind === "refused") return check;
  return rules.isPublic
    ? { kind: "allowed", url, isTrusted: false }
    : refuse("has a host that WEBHOOK_CALLBACK_HOSTS does not name");
}

function isListed(url: URL, { hosts, isDevelopment }: CallbackRules): boolean {
  if (isDevelopment && isLoopback(url)) return true;
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

function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.includes(hostname);
}

function refuse(reason: string): CallbackAddress {
  return { kind: "refused", reason };
}
