/**
 * Outcome of `checkPublicAddress`. `reason`: a clause to follow "the address".
 */
export type AddressCheck =
  | { readonly kind: "public"; readonly url: URL }
  | { readonly kind: "refused"; readonly reason: string };

const MAX_LENGTH = 2_000;

/**
 * Endings of host names that are not public: RFC 6761 (localhost, test,
 * invalid), RFC 6762 with its appendix G (local and the names used in home and
 * company networks), RFC 7686 (onion), RFC 8375 (home.arpa), RFC 9476 (alt),
 * ICANN's internal, and names that systems and clusters use (localdomain, svc).
 */
const PRIVATE_ENDS =
  /(?:^|\.)(?:localhost|localdomain|local|test|invalid|internal|intranet|private|corp|home|lan|svc|alt|onion|home\.arpa)$/;

/**
 * Where clouds serve the credentials of their machines, e.g.
 * metadata.google.internal.
 */
const METADATA = /^metadata\./;

/**
 * Checks whether a server may fetch a URL from an untrusted source: https on
 * the default port, a public host name, no user name or password. Rejects IP
 * addresses in every notation. Fetch only the returned URL, since another
 * parser could read the text differently.
 *
 * It checks the name only, not the IP address that it resolves to. If the
 * runtime can reach a private network, also resolve the name and connect to no
 * other address.
 */
export function checkPublicAddress(address: string): AddressCheck {
  const url = address.length > MAX_LENGTH ? null : URL.parse(address);
  if (url === null) return refuse("is not a valid URL");
  if (url.protocol !== "https:") return refuse("does not begin with https://");
  if (url.username !== "" || url.password !== "")
    return refuse("contains a user name or password");
  if (url.port !== "") return refuse("names a port");
  const reason = findFault(url.hostname);
  return reason === undefined ? { kind: "public", url } : refuse(reason);
}

/**
 * Explains what is wrong with a host name from `URL`, which writes it in lower
 * case and IPv4 addresses as four decimal numbers.
 */
function findFault(name: string): string | undefined {
  if (name.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(name))
    return "names its host by a number";
  const labels = name.split(".");
  const isPrivate =
    labels.length < 2 ||
    labels.includes("") ||
    PRIVATE_ENDS.test(name) ||
    METADATA.test(name);
  return isPrivate ? "names no host of the public internet" : undefined;
}

function refuse(reason: string): AddressCheck {
  return { kind: "refused", reason };
}
