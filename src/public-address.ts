/** What became of checking an address. `reason`: what is wrong with it, as a clause that follows "the address". */
export type AddressCheck =
  | { readonly kind: "public"; readonly url: URL }
  | { readonly kind: "refused"; readonly reason: string };

/** In UTF-16 units. */
const MAX_LENGTH = 2_000;

/**
 * Ends of names that belong to no public machine: RFC 6761 (localhost, test, invalid), RFC 6762 with its appendix G (local and
 * those that networks at home and in companies use), RFC 7686 (onion), RFC 8375 (home.arpa), RFC 9476 (alt), ICANN's internal,
 * and what systems and clusters call their own (localdomain, svc).
 */
const PRIVATE_ENDS =
  /(?:^|\.)(?:localhost|localdomain|local|test|invalid|internal|intranet|private|corp|home|lan|svc|alt|onion|home\.arpa)$/;

/** Where clouds keep the credentials of their machines, e.g. metadata.google.internal. */
const METADATA = /^metadata\./;

/**
 * Whether a server may send a request to an address that a stranger has written: https on its usual port, to a machine
 * that is named as public ones are, without user name and password. Numbers are refused in every notation, IPv6 too. Only
 * the returned URL may be used: others could read the text in another way.
 *
 * It looks at the name alone, and cannot know which number that name leads to: where the runtime can reach a private
 * network, look that number up as well, and connect to no other.
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

/** What is wrong with a host name as `URL` gives it: in lower case, and numbers of IPv4 as four decimal ones. */
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
