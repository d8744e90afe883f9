import ipaddr from "ipaddr.js";

/**
 * The only unicast block assigned so far:
 * https://www.iana.org/assignments/ipv6-unicast-address-assignments
 */
const GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IPv4 or IPv6 address is public. Rejects IPv6 addresses that embed
 * an IPv4 address (mapped, 6to4, Teredo, NAT64): they may lead into a private
 * network.
 */
export function isPublicIpAddress(text: string): boolean {
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
