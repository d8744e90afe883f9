import { fetchFollowing, readBeginning } from "../../runtime/bounded-fetch.ts";
import {
  checkPublicAddress,
  type AddressCheck,
} from "../../runtime/public-address.ts";
import { ToolError } from "../../types/errors.ts";

const MAX_BYTES = 1_000_000;

export interface PageBody {
  /** Address after redirects. */
  readonly url: URL;
  /** Media type in lower case, without parameters; empty if there is none. */
  readonly type: string;
  /** The charset of the `Content-Type`. */
  readonly encoding: string | undefined;
  /** At most 1 MB. */
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}

/**
 * Fetches a page. Redirects are checked like the page itself; the headers
 * contain nothing about the user. Throws `ToolError`, or the error of `fetch`.
 */
export async function fetchPage(
  page: URL,
  {
    permission,
    userAgent,
    fetch,
    signal,
  }: {
    permission: PagePermission;
    userAgent: string;
    fetch: typeof globalThis.fetch;
    signal: AbortSignal;
  },
): Promise<PageBody> {
  const answer = await fetchFollowing(page, {
    headers: { accept: PAGE_TYPES.join(", "), "user-agent": userAgent },
    signal,
    fetch,
    follow: (location, from) => follow(location, from, permission),
  });
  if (answer === undefined)
    throw new ToolError("The page redirects too often. Use another page.");
  const { response, url } = answer;
  const { type, encoding } = parseContentType(response);
  const problem = explainStatus(response) ?? explainType(type);
  if (problem !== undefined) {
    await response.body?.cancel();
    throw new ToolError(`${problem} Use another page.`);
  }
  const beginning = await readBeginning(response.body, { maxBytes: MAX_BYTES });
  return { url, type, encoding, ...beginning };
}

/**
 * A page may redirect within its site or to a page that is itself allowed.
 * Otherwise one open redirect on an allowed host would allow the whole web.
 */
async function follow(
  location: string,
  from: URL,
  permission: PagePermission,
): Promise<URL> {
  const target = URL.parse(location, from)?.href ?? location;
  const check = await checkPage(target, permission);
  if (check.kind === "refused")
    throw new ToolError(
      `The page has moved to an address that ${check.reason}. Use another page.`,
    );
  const { kind, url } = check;
  if (kind === "public" || siteOf(url) === siteOf(from)) return url;
  throw new ToolError(
    `The page has moved to ${url.href}, which no search result named. Use another page.`,
  );
}

function explainStatus({ ok, status }: Response): string | undefined {
  if (ok) return undefined;
  if (status === 404 || status === 410)
    return `The page does not exist (HTTP ${status}).`;
  if (status === 429)
    return "The site accepts no more requests for now (HTTP 429).";
  return status >= 500
    ? `The site failed (HTTP ${status}).`
    : `The site does not allow programs to read this page (HTTP ${status}).`;
}

/** Says what it is instead, if its server tells. */
function explainType(type: string): string | undefined {
  if (PAGE_TYPES.includes(type)) return undefined;
  const isNamed = /^[\w.+-]{1,40}\/[\w.+-]{1,80}$/.test(type);
  return `It is not a text page${isNamed ? ` but ${type}` : ""}.`;
}

function parseContentType({ headers }: Response) {
  const value = headers.get("content-type") ?? "";
  const [type = ""] = value.split(";");
  return {
    type: type.trim().toLowerCase(),
    encoding: /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(value)?.[1],
  };
}

export interface PagePermission {
  /** Host names; `*.example.com` matches all subdomains. */
  readonly hosts: readonly string[];
  /** Whether a result in this conversation contained the page. */
  readonly wasShown: (url: string) => Promise<boolean>;
}

/** `unknown`: the address is public, but neither allowed nor shown before. */
type PageCheck = AddressCheck | { readonly kind: "unknown"; readonly url: URL };

/**
 * Checks whether a page may be read: its address must be public, and its host
 * allowed or the page shown before.
 */
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

function isHost(name: string, pattern: string): boolean {
  return pattern.startsWith("*.")
    ? name.endsWith(pattern.slice(1))
    : name === pattern;
}

function siteOf({ hostname }: URL): string {
  return hostname.replace(/^www\./, "");
}

const PAGE_TYPES: readonly string[] = [
  "text/html",
  "application/xhtml+xml",
  "text/plain",
  "text/markdown",
  "application/json",
];
