import { decodeHTMLStrict } from "entities";
import type { Source } from "../../turn.ts";
import {
  carriesText,
  isOpaque,
  toPrivateText,
  type PrivateText,
} from "./find-carried.ts";

/** A tool's result and its input. */
export interface SeenResult {
  readonly input: string;
  readonly text: string;
  readonly sources: readonly Source[];
  /** Public, so contains no secret of the conversation. */
  readonly isPublic: boolean;
}

/**
 * Decides which addresses an answer may contain while third-party text is in
 * the prompt. Allows:
 * - any address on a host that the person or the operator has named;
 * - an exact source of a tool (`ToolOutput.sources`), or an exact address of an
 *   earlier answer, since these cannot carry additional data;
 * - an address that appears verbatim in a tool's result, if it carries nothing
 *   but that tool's input;
 * - any other that carries nothing of the conversation, the instructions or the
 *   results.
 *
 * The returned function reports whether to withhold an address. It processes
 * the texts only once an address is not covered by the first two rules.
 * @param named hosts; `*.example.org` matches all subdomains
 * @param texts what must not leave: instructions, summary, history, the turn's
 * message
 */
export function createLinkJudge({
  named,
  shown,
  results,
  texts,
}: {
  named: readonly string[];
  /** Addresses in earlier answers. */
  shown: readonly string[];
  results: readonly SeenResult[];
  texts: readonly string[];
}): (address: string, label: string) => boolean {
  const sources = results.flatMap((result) => result.sources);
  const exact = new Set(
    [...sources.map(({ url }) => url), ...shown].flatMap(
      (url) => parse(url)?.href ?? [],
    ),
  );
  const secrets = new Map<SeenResult | undefined, PrivateText>();
  const secretBut = (own: SeenResult | undefined): PrivateText => {
    const known = secrets.get(own);
    if (known !== undefined) return known;
    const others = results.filter((result) => result !== own);
    const secret = toPrivateText([
      ...texts,
      ...others.flatMap(({ text, isPublic }) => (isPublic ? [] : [text])),
    ]);
    secrets.set(own, secret);
    return secret;
  };

  return (written, label) => {
    const address = decodeHTMLStrict(written);
    const url = parse(address);
    const isJoined =
      label !== "" &&
      (/[.。．｡]$/.test(label) ||
        /^[.。．｡_-]/.test(written) ||
        hostOf(written).length > 2);
    if (url !== undefined && !isJoined) {
      if (named.some((host) => isHost(url.hostname, host))) return false;
      if (exact.has(url.href)) return false;
    }
    if (isFileName(address)) return false;
    const parts = freeParts(address, label);
    const quoted = !isJoined
      ? results.find(({ text }) => holdsWhole(text, written))
      : undefined;
    if (quoted === undefined && isOpaque(parts)) return true;
    const own = sources.filter(
      (source) => parse(source.url)?.hostname === url?.hostname,
    );
    const excused = toPrivateText([
      ...own.map((source) => source.url),
      quoted?.input ?? "",
    ]);
    return carriesText(parts, secretBut(quoted), excused);
  };
}

/** Parses an http(s) address, with or without a scheme. */
function parse(address: string): URL | undefined {
  const text = /^(?:https?:|[/\\]{2})/i.test(address)
    ? address.replace(/^[/\\]{2}/, "https://")
    : /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address)
      ? ""
      : `https://${address}`;
  return URL.parse(text) ?? undefined;
}

function isHost(name: string, pattern: string): boolean {
  return pattern.startsWith("*.")
    ? name.endsWith(pattern.slice(1)) || name === pattern.slice(2)
    : name.replace(/^www\./, "") === pattern.replace(/^www\./, "");
}

/** The host labels of an address without a scheme. */
function hostOf(address: string): readonly string[] {
  return address.split(/[:/?#]/, 1)[0]?.split(/[.。．｡]/) ?? [];
}

/**
 * File extensions that are not top-level domains in use; applies to addresses
 * without a scheme.
 */
const FILE_ENDS =
  /^[^/?#]*\.(?:js|mjs|cjs|ts|mts|tsx|jsx|json|jsonc|html?|css|scss|txt|csv|tsv|xml|ya?ml|toml|ini|cfg|conf|log|sql|go|java|kt|swift|rb|php|cpp|hpp|exe|dll|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|mp3|mp4|lock|env|vue)(?:[/?#:]|$)/i;

function isFileName(address: string): boolean {
  return (
    !/^(?:[a-z][a-z0-9+.-]*:|[/\\])/i.test(address) && FILE_ENDS.test(address)
  );
}

/**
 * Whether a text contains the address as a whole, not as the beginning of a
 * longer one.
 */
function holdsWhole(text: string, address: string): boolean {
  for (
    let at = text.indexOf(address);
    at >= 0;
    at = text.indexOf(address, at + 1)
  ) {
    const next = text[at + address.length] ?? " ";
    const after = text[at + address.length + 1] ?? " ";
    if (
      /[\s<>"'`)\]},;|]/.test(next) ||
      /^[.:!?*_][\s<>"'`)\]]?$/.test(next + after)
    )
      return true;
  }
  return false;
}

/**
 * Second-level labels under which country registries sell domains:
 * `shop.co.uk`. Any other short label is itself a domain that anybody can buy.
 */
const PUBLIC_SECOND = new Set(
  "ac co com edu gob gov go gv ltd me mil ne net nom or org plc sch".split(" "),
);

/**
 * All but the scheme and the registrable domain: subdomains, port, user name,
 * path, query, fragment.
 */
function freeParts(address: string, label: string): string {
  const [, scheme = "", login = "", host = "", rest = ""] =
    /^([a-z][a-z0-9+.-]*:[/\\]*|[/\\]{2,})?([^/\\?#@]*@)?([^/\\?#:]*)(.*)$/is.exec(
      address,
    ) ?? [];
  if (scheme !== "" && !/^https?:|^[/\\]/i.test(scheme))
    return `${login} ${host}${rest}`;
  const labels = (label + host).split(/[.。．｡]/);
  const isShort =
    PUBLIC_SECOND.has(labels.at(-2)?.toLowerCase() ?? "") &&
    labels.at(-1)?.length === 2;
  const below = labels.slice(0, isShort ? -3 : -2);
  return `${below.join(".").replace(/^www$/i, "")} ${login}${rest}`;
}
