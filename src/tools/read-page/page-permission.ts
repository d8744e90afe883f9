import { type AddressCheck, checkPublicAddress } from "../../public-address.ts";

/** Which pages may be read. */
export interface PagePermission {
  /** Names of hosts; `*.example.com` stands for all below example.com. */
  readonly hosts: readonly string[];
  /** Whether a result in this conversation named that page. */
  readonly wasShown: (url: string) => Promise<boolean>;
}

/** `unknown`: a public address, but nobody has named it. */
export type PageCheck =
  AddressCheck | { readonly kind: "unknown"; readonly url: URL };

/** Whether a page may be read: it has a public address, and a host of the deployment's list or a result named it. */
export async function checkPage(
  address: string,
  { hosts, wasShown }: PagePermission,
): Promise<PageCheck> {
  const check = checkPublicAddress(address);
  if (check.kind === "refused") return check;
  const { url } = check;
  const isAllowed =
    hosts.some((host) => isHost(url.hostname, host)) ||
    (await wasShown(url.href));
  return isAllowed ? check : { kind: "unknown", url };
}

/**
 * Whether a page may lead to another one. One that may be read leads on within its site, with or without `www.`, or to
 * a page that may be read itself: with any other target, one open redirect on a list of hosts would open it to all.
 */
export async function checkRedirect(
  location: string,
  { from, permission }: { from: URL; permission: PagePermission },
): Promise<PageCheck> {
  const target = URL.parse(location, from)?.href ?? location;
  const check = await checkPage(target, permission);
  return check.kind === "unknown" && siteOf(check.url) === siteOf(from)
    ? { ...check, kind: "public" }
    : check;
}

function isHost(name: string, pattern: string): boolean {
  return pattern.startsWith("*.")
    ? name.endsWith(pattern.slice(1))
    : name === pattern;
}

function siteOf({ hostname }: URL): string {
  return hostname.replace(/^www\./, "");
}
