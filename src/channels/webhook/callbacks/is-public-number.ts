import ipaddr from "ipaddr.js";

/** All that is given out to the public so far: https://www.iana.org/assignments/ipv6-unicast-address-assignments */
const GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address of IPv4 or IPv6 is one of the public internet. Not one that represents another: mapped and translated
 * ones (6to4, Teredo, NAT64) may lead into a private network.
 */
export function isPublicNumber(text: string): boolean {
  const isWhole = text.includes(":")
    ? ipaddr.IPv6.isValid(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text);
  if (!isWhole) return false;
  const address = ipaddr.parse(text);
  const isUsual = address.range() === "unicast";
  return address instanceof ipaddr.IPv6
    ? isUsual && address.match(GLOBAL)
    : isUsual;
}
