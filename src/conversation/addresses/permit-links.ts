import { findAddresses, toAddress } from "../../document/find-addresses.ts";
import { parseDocument } from "../../document/parse-document.ts";
import { judgeDocument } from "./judge-document.ts";
import { domainOf } from "./judge-text.ts";

/** What an answer may link to while third-party text is in the prompt. */
export interface Permissions {
  /**
   * Hosts that the person or the operator has named; `*.example.org` matches
   * all subdomains.
   */
  readonly hosts: () => readonly string[];
  /** Addresses that tools gave, as `URL` serialises them. */
  readonly given: readonly string[];
  /** Earlier answers, which may be linked to what they showed. */
  readonly answers: readonly string[];
}

/**
 * Permits an address that is exactly one that a tool gave or an earlier answer
 * showed, and any on a host that the person or the operator has named: these
 * can carry nothing out that their owner is not meant to have.
 */
export function createPermit({
  hosts,
  given,
  answers,
}: Permissions): (url: URL) => boolean {
  const exact = new Set(given);
  let named: readonly string[] | undefined;
  let shown: ReadonlySet<string> | undefined;
  return (url) => {
    if (toAddress(url.href) === undefined) return false;
    if (LOOPBACK.test(url.hostname)) return true;
    named ??= hosts();
    if (named.some((host) => isHost(hostOf(url), host))) return true;
    if (exact.has(url.href)) return true;
    shown ??= new Set(answers.flatMap(addressesIn));
    return shown.has(url.href);
  };
}

/** The person's own machine, as in a command to try out. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function hostOf({ protocol, hostname, pathname }: URL): string {
  return protocol === "mailto:"
    ? pathname.slice(pathname.lastIndexOf("@") + 1).toLowerCase()
    : hostname;
}

function isHost(name: string, pattern: string): boolean {
  return pattern.startsWith("*.")
    ? name.endsWith(pattern.slice(1)) || name === pattern.slice(2)
    : name.replace(/^www\./, "") === pattern.replace(/^www\./, "");
}

/** Code shows no links: it may be an action that waits for approval. */
function addressesIn(markdown: string): readonly string[] {
  const found: string[] = [];
  const permits = ({ href }: URL) => found.push(href) > 0;
  const document = parseDocument(markdown).filter(
    ({ type }) => type !== "code",
  );
  judgeDocument(document, { permits, note: "" });
  return found;
}

/**
 * Recognises addresses that stood in one of the inputs of a tool, also in
 * another spelling, cut, or in parts: the domain and each word. A tool that gives
 * one back adds nothing of its own to it.
 */
export function createEchoes(
  inputs: readonly unknown[],
): (url: URL) => boolean {
  const texts = inputs.map(write);
  return (url) => {
    const words = [domainOf(url) ?? url.hostname, ...wordsOf(url)];
    return texts.some((text) => words.every((word) => text.includes(word)));
  };
}

function write(input: unknown): string {
  const text = JSON.stringify(input);
  // Internationalised hosts are spelt in ASCII.
  const addresses = findAddresses(text).map(({ url }) => url?.href ?? "");
  return fold([text, ...addresses].join("\n"));
}

function wordsOf({ protocol, href }: URL): readonly string[] {
  const rest = fold(href.slice(protocol.length).replace(/^\/\/(?:www\.)?/, ""));
  return rest.split(/[^\p{L}\p{M}\p{N}]+/u);
}

function fold(text: string): string {
  return text
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, decode)
    .normalize("NFKC")
    .toLowerCase();
}

function decode(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}
