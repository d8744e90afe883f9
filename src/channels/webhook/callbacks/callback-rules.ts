import { checkPublicAddress } from "../../../public-address.ts";

/** A host that the operator has listed. */
export interface ListedHost {
  /** As `URL` writes it; `*.example.com` stands for all below example.com. */
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

/**
 * `listed`: the operator has listed the host for the caller, so that it may have any address and need not confirm. `this-machine`:
 * the developer's own, see `CallbackRules.isDevelopment`. `public`: all addresses of the host have to be public ones.
 */
export type CallbackPlace = "listed" | "this-machine" | "public";

/** `reason`: a clause that follows "the address". */
export type CallbackAddress =
  | {
      readonly kind: "allowed";
      readonly url: URL;
      readonly place: CallbackPlace;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** In UTF-16 units. */
const MAX_LENGTH = 2_000;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether a callback may be sent there, by what is written in the address; `CallbackAddress.url` is the one to use. Before a request
 * to a host that is not listed, `checkPublicHost` looks up its addresses.
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
