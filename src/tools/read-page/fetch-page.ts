import { fetchFollowing, readBeginning } from "../../bounded-fetch.ts";
import { ToolError } from "../../errors.ts";
import { checkPublicAddress, type AddressCheck } from "../../public-address.ts";
import { INVISIBLE } from "../../untrusted-text.ts";
import type { PageText } from "./parse-html.ts";

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

function explainType(type: string): string | undefined {
  if (PAGE_TYPES.includes(type)) return undefined;
  const known = /^[\w.+-]{1,40}\/[\w.+-]{1,80}$/.test(type)
    ? ` but ${type}`
    : "";
  return `It is not a text page${known}.`;
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

const HTML_TYPES: readonly string[] = ["text/html", "application/xhtml+xml"];

const PAGE_TYPES: readonly string[] = [
  ...HTML_TYPES,
  "text/plain",
  "text/markdown",
  "application/json",
];

/** Extracts a body's readable text, without invisible characters. */
export async function toPageText({
  type,
  encoding,
  bytes,
  isCut,
}: PageBody): Promise<PageText> {
  const source = decodeText(bytes, { declared: encoding });
  if (!HTML_TYPES.includes(type))
    return { title: "", text: tidy(source), isCut };
  // Loaded on demand, since few turns read a page.
  const { parseHtml } = await import("./parse-html.ts");
  const page = parseHtml(source);
  return {
    title: tidy(page.title),
    text: tidy(page.text),
    isCut: isCut || page.isCut,
  };
}

function tidy(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(INVISIBLE, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/**
 * Bytes that are searched for the encoding:
 * https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
const PRESCAN_BYTES = 1_024;

const BYTE_ORDER_MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
] as const;

/**
 * Decodes bytes with the encoding of their byte order mark, of the server
 * (`declared`) or of the page, in this order; UTF-8 otherwise.
 */
export function decodeText(
  bytes: Uint8Array,
  { declared }: { declared: string | undefined },
): string {
  const marked = BYTE_ORDER_MARKS.find(({ bytes: mark }) =>
    mark.every((byte, index) => bytes[index] === byte),
  );
  const decoder =
    createDecoder(marked?.encoding) ??
    createDecoder(declared) ??
    createDecoder(findInPage(bytes)) ??
    new TextDecoder();
  return decoder.decode(bytes, { stream: true });
}

/**
 * `undefined` for unknown encodings:
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
function createDecoder(encoding: string | undefined): TextDecoder | undefined {
  try {
    return encoding === undefined ? undefined : new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}

function findInPage(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("latin1").decode(
    bytes.subarray(0, PRESCAN_BYTES),
  );
  return /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(
    start,
  )?.[1];
}
