import { parse } from "tldts";
import { textOf, type Content } from "../../document/document.ts";
import {
  findAddresses,
  type FoundAddress,
} from "../../document/find-addresses.ts";

export interface Judge {
  /** Whether an address may be drawn as a link. */
  permits(url: URL): boolean;
  /** Stands for an address without a domain. */
  readonly note: string;
  /** The app shows code as text, and makes links of the hosts in it. */
  readonly linksCode?: boolean | undefined;
}

/** What replaces an address in a text. */
export interface Edit extends Pick<FoundAddress, "start" | "end"> {
  /** The same in code; `undefined` if it stays, since nothing links it. */
  readonly code: string | undefined;
  readonly text: string;
  /** Spaces that keep clients from taking the text around it along. */
  readonly before: string;
  readonly after: string;
  /** Set if the text is a permitted link. */
  readonly address?: string | undefined;
}

/** What has to change in a text, from its beginning to its end. */
export function findEdits(whole: string, judge: Judge): readonly Edit[] {
  return findAddresses(whole).flatMap((found): readonly Edit[] => {
    const { start, end, kind, url, isJoined } = found;
    const shown = whole.slice(start, end);
    const before = JOINED_BEFORE.test(whole.charAt(start - 1)) ? " " : "";
    const isBare = kind === "bare";
    const isSimple =
      !isJoined && SIMPLE.test(shown) && !NESTED.test(shown.slice(8));
    const isNone = isBare && isSimple && !/^[/\\]/.test(shown);
    if (isNone && !isKnownHost(url)) return [];
    const isNumber = isNone && NUMBERS.test(shown);
    const domain = isNumber ? shown : ((url && domainOf(url)) ?? judge.note);
    const isPermitted = url !== null && !isJoined && judge.permits(url);
    if (isPermitted && (isSimple || (!isBare && domain.includes(".")))) {
      const address = isBare ? undefined : url.href;
      const after = SENTENCE_END.test(whole.slice(end, end + 9)) ? "" : " ";
      // Clients disagree about where others end.
      const text = isSimple ? shown : domain;
      const code = judge.linksCode ? before + shown + after : undefined;
      return [{ start, end, text, code, before, after, address }];
    }
    const text = NUMBERS.test(domain)
      ? split(domain)
      : inItsCase(domain, shown);
    const after = JOINED_AFTER.test(whole.slice(end, end + 101)) ? " " : "";
    const inCode = judge.linksCode ? split(shown) : undefined;
    const code = isBare && isSimple ? inCode : before + text + after;
    return [{ start, end, text, code, before, after }];
  });
}

const SIMPLE = /^(?:[a-z0-9:/?#@!$&+,;=.%-]|(?<=[a-z0-9])_(?=[a-z0-9]))*$/i;
/** Within another address, some clients link only this. */
const NESTED = /:[/\\]{2}|www\.|@/i;
/** Telegram takes these for a part of the host next to them. */
const LETTER = String.raw`(?![\x00-\x7f\s\u2000-\u200b\u200e\u200f\u2016-\u206f])[^]`;
const JOINED_BEFORE = new RegExp(`[\\w.~@-]|${LETTER}`);
const JOINED_AFTER = new RegExp(`^${LETTER}\\S{0,99}\\.`);
const SENTENCE_END = /^[.,;:!?)\u200B]{0,8}(?:\s|$)/;
/** An IP address, or a version, which some clients make a link of. */
const NUMBERS = /^[\d.]+$/;

/** Breaks what a client would take for a host, with zero-width spaces. */
function split(host: string): string {
  return host.replaceAll(".", ".\u200b");
}

function inItsCase(domain: string, shown: string): string {
  const at = shown.toLowerCase().indexOf(domain);
  return at < 0 ? domain : shown.slice(at, at + domain.length);
}

/** Clients link hosts that no registry would accept. */
const AS_IT_IS = { validateHostname: false };

/** Names for examples and private networks (RFC 6761, RFC 7686). */
const SPECIAL = /\.(?:example|test|invalid|local|localhost|internal|onion)$/;

/** With other characters, clients disagree about where a name begins. */
const NAME = /^[\p{L}\p{M}\p{N}._-]+$/u;

/** A network of one's own, which nobody else can reach. */
const PRIVATE =
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+)$/;

/** Others are file names and code, of which no client makes a link. */
function isKnownHost(url: URL | null): boolean {
  if (url === null) return false;
  const { isIcann, isIp } = parse(url.hostname, AS_IT_IS);
  return isIp === true || isIcann === true || SPECIAL.test(url.hostname);
}

/**
 * The registrable domain of an address, by the public suffix list: without
 * subdomains, user, port and path. Domains under which a company gives names
 * away (`github.io`) count as domains: whoever owns them sees the names.
 */
export function domainOf(url: URL): string | undefined {
  const { protocol, hostname, pathname } = url;
  const isMail = protocol === "mailto:" || protocol === "xmpp:";
  const host = isMail ? (pathname.split("@").at(-1) ?? "") : hostname;
  const nested = host === "" ? (URL.parse(pathname)?.hostname ?? "") : host;
  if (PRIVATE.test(nested)) return nested;
  const { domain } = parse(nested, AS_IT_IS);
  return domain !== null && NAME.test(domain) ? domain : undefined;
}

/** Judges a text without looks; `isCode`: that of a code block. */
export function judgeText(
  text: string,
  judge: Judge,
  { isCode = false }: { isCode?: boolean } = {},
): string {
  const progress = { edits: findEdits(text, judge), next: 0, at: 0 };
  return joinPieces(applyToLeaf(text, progress, isCode));
}

/**
 * Judges a piece of a paragraph alone, as clients do that end an address where
 * a look ends. Permitted ones are left to the judgment of the whole.
 */
export function judgePiece(text: string, judge: Judge): string {
  const edits = findEdits(text, judge).filter(
    ({ start, end, address, text: shown }) =>
      address === undefined && shown !== text.slice(start, end),
  );
  return joinPieces(applyToLeaf(text, { edits, next: 0, at: 0 }));
}

/** Applies edits of the whole text of this content. */
export function applyEdits(content: Content, edits: readonly Edit[]): Content {
  return applyAll(content, { edits, next: 0, at: 0 }, false);
}

interface Progress {
  readonly edits: readonly Edit[];
  /** The first edit that is not applied yet. */
  next: number;
  /** Where the next leaf of the content begins in its text. */
  at: number;
}

function applyAll(
  content: Content,
  progress: Progress,
  isLinked: boolean,
): Content {
  return content.flatMap((inline): Content => {
    switch (inline.type) {
      case "text":
        return applyToLeaf(inline.text, progress).map(({ text, address }) => {
          const url = address === undefined ? null : URL.parse(address);
          if (url !== null && isLinked)
            return { type: "text", text: domainOf(url) ?? text };
          const piece = { type: "text", text } as const;
          if (address === undefined) return piece;
          const isBare = [text, `mailto:${text}`].some(
            (one) => URL.parse(one)?.href === address,
          );
          const link = { type: "link", address, content: [piece] } as const;
          return isBare ? { ...link, isBare } : link;
        });
      case "code": {
        const text = joinPieces(applyToLeaf(inline.text, progress, true));
        return text === "" ? [] : [{ ...inline, text }];
      }
      case "formula": {
        const text = joinPieces(applyToLeaf(inline.source, progress));
        return text === inline.source ? [inline] : [{ type: "text", text }];
      }
      case "break":
      case "reference":
        progress.at += textOf([inline]).length;
        return [inline];
      case "bold":
      case "italic":
      case "strikethrough":
        return [
          { ...inline, content: applyAll(inline.content, progress, isLinked) },
        ];
      case "link":
      case "image": {
        const linked = applyAll(inline.content, progress, true);
        return linked.length === 0 ? [] : [{ ...inline, content: linked }];
      }
    }
  });
}

type Piece = Pick<Edit, "text" | "address">;

function applyToLeaf(
  text: string,
  progress: Progress,
  isCode = false,
): readonly Piece[] {
  const { edits, at } = progress;
  const end = at + text.length;
  const pieces: Piece[] = [];
  let done = at;
  for (;;) {
    const edit = edits[progress.next];
    if (edit === undefined || edit.start >= end) break;
    const isInside = edit.start >= at && edit.end <= end;
    const { before, after } = edit;
    if (!isCode || !isInside) {
      if (edit.start >= at)
        pieces.push(
          { text: text.slice(done - at, edit.start - at) + before },
          edit,
          { text: after },
        );
      done = Math.min(edit.end, end);
    } else if (edit.code !== undefined) {
      pieces.push({
        text: text.slice(done - at, edit.start - at) + edit.code,
      });
      done = edit.end;
    }
    if (edit.end > end) break;
    progress.next++;
  }
  progress.at = end;
  pieces.push({ text: text.slice(done - at) });
  return pieces.filter((piece) => piece.text !== "");
}

function joinPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("");
}
