/** Replaces addresses in a text that comes in pieces. */
export interface LinkFilter {
  /** What can be shown now. An address is held back until it is whole. */
  readonly push: (text: string) => string;
  /** The rest. */
  readonly end: () => string;
}

/**
 * A filter for Markdown that takes out addresses and leaves all else as it is, to the letter. What was given out is never
 * taken back: the pieces joined are the final text, and no piece has held the beginning of an address that is not in it.
 *
 * Addresses are looked for in the text, not in parsed Markdown, since every channel and client makes links in its own way:
 * with a scheme, with `//` or as a bare `host.tld/path`; in links, images, definitions, tags and code.
 * @param isWithheld whether an address may not be shown; `label`: what is written before one without a scheme, without a blank
 * @param note stands in the place of the address; `[text](address)` becomes `[text] (note)`, which is no link
 */
export function createLinkFilter({
  isWithheld,
  note,
}: {
  isWithheld: (address: string, label: string) => boolean;
  note: string;
}): LinkFilter {
  /** What was given out last, as far as an address can depend on it, then what is held. */
  let text = "";
  let at = 0;

  const release = ({ isEnd }: { isEnd: boolean }): string => {
    let shown = "";
    while (at < text.length) {
      const { end, isWhole } = findToken(text, at);
      if (!isEnd && !isWhole) break;
      shown += JOINT.test(text.slice(at, end))
        ? replaceAddresses(text.slice(0, end), { at, isWithheld, note })
        : text.slice(at, end);
      at = end;
    }
    const given = Math.max(0, at - MAX_LABEL);
    text = text.slice(given);
    at -= given;
    return shown;
  };

  return {
    push(piece) {
      text += piece;
      return release({ isEnd: false });
    },
    end: () => release({ isEnd: true }),
  };
}

/** A host's labels together have at most 253 characters (RFC 1035). */
const MAX_LABEL = 256;
/** No address is longer that anybody wants to follow: the rest of one is no address any more. */
const MAX_RUN = 4_000;
/** A tag that is longer is none. */
const MAX_TAG = 2_000;

/** What ends an address outside of brackets: blanks, quotes and full-width punctuation, but for dots within a host. */
const END = String.raw`\s<>"\x60|\u3000-\u303f\uff01-\uff0f\uff1a-\uff20“”‘’…`;
const DOT = "[。．｡]";
/** A dot of Chinese within a host: before ASCII, or before a label that has a path. */
const CHARACTER = String.raw`(?:[^${END}]|${DOT}(?=[A-Za-z0-9]|[\p{L}\p{N}_-]{1,63}[/?#]))`;
/** Clients take these for a part of an address where it goes on. */
const JOINED = String.raw`["\x60|]{1,9}(?=[\w?&=/%#~+-])`;
/** Where a link's address begins; angle brackets have rules of their own. */
const OPEN = String.raw`\]\(\s{0,${MAX_TAG}}(?!<)`;
const DEFINITION = String.raw`\]:\s{0,${MAX_TAG}}(?!<)`;
/** A link's address: up to the bracket that closes it, or a blank. */
const NESTED = String.raw`\((?:[^\s()]|\([^\s()]{0,${MAX_TAG}}\)){0,${MAX_TAG}}\)`;
const DESTINATION = String.raw`(?:(?:[^\s()]|${NESTED}){1,${MAX_RUN}}(?=\))|\S{1,${MAX_RUN}})`;
const START = String.raw`(?:(?:https?|mailto|sms|tel|data|javascript|intent|tg):|[a-z][a-z0-9+.-]{0,30}:[/\\]{2}|[/\\]{2}(?=[\p{L}\p{N}_-]{1,63}[.。．｡]))`;
const PLAIN = `${START}(?:${CHARACTER}|${JOINED})+`;
/** Of ASCII alone: words in other scripts are given out as they come, and are told to the judge as the label. */
const LABEL = "[a-z0-9_-]{1,63}[.。．｡]";
const TOP = String.raw`(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59}|(?:(?![\x00-\x7f])\p{L}){1,63})`;
const REST = String.raw`(?::\d{1,5})?(?=[/?#])(?:${CHARACTER}|${JOINED})+`;
const BARE = String.raw`(?:${LABEL}){1,30}${TOP}${REST}|(?:${LABEL}){2,30}${TOP}|(?<=[^\x00-\x7f])[.。．｡](?:${LABEL}){0,30}${TOP}(?:${REST}|(?<=\.[^.]{1,99}\.[^.]{1,63}))`;

/** In angle brackets, where blanks are part of it; in a tag; else up to a blank. */
const ADDRESS = new RegExp(
  String.raw`(?<bracket>\]\(<|<)(?<enclosed>${START}[^<>\n]*)(?<closing>>?)|(?<tag><[a-z!/][^<>\n]{0,${MAX_TAG}})|(?:(?<link>${OPEN}|${DEFINITION})(?=${START}|${BARE})(?<destination>${DESTINATION}))|(?<plain>${PLAIN})|(?<bare>${BARE})`,
  "giu",
);
/** Each that a client may see in a longer one. */
const PART = new RegExp(`${START}${CHARACTER}+|${BARE}`, "giu");
/** Of a tag's attribute, up to its quote. */
const ATTRIBUTE = new RegExp(`${START}[^"'\\n]*|${BARE}`, "giu");
/** Without one of these a token holds no address. */
const JOINT = /[:./\\@。．｡]/;
/** Text in Chinese has no blanks: it need not wait for the end of its clause. */
const PROSE = new RegExp(
  String.raw`(?:(?:(?!${JOINT.source}|\]\()[!#-;=?-_a-~]){0,${MAX_RUN}}(?!<|${JOINT.source})(?:[${END}]|[^\x00-\x7f])){1,1000}`,
  "uy",
);
const RUN = new RegExp(
  String.raw`(?:(?:${OPEN}|${DEFINITION})${DESTINATION}?|${CHARACTER}|${JOINED}){1,${MAX_RUN}}`,
  "iuy",
);
const TAG = new RegExp(
  String.raw`<(?=[a-z!/\\])[^<>\n]{0,${MAX_TAG}}>?`,
  "iuy",
);
/** Of what follows a run, that which decides whether it goes on. */
const UNDECIDED = /^(?:<|["`|]{1,9}|[。．｡][\p{L}\p{N}_-]{0,63})?$/u;

/**
 * The next text in which addresses are looked for, by itself. Where it ends follows from its own characters and the next ones, so the
 * filter gives the same text however it comes in pieces. `isWhole`: no later character makes it longer.
 */
function findToken(
  text: string,
  at: number,
): { readonly end: number; readonly isWhole: boolean } {
  const prose = endOf(PROSE, text, at);
  if (prose > at) return { end: prose, isWhole: true };
  const run = endOf(RUN, text, at);
  const tag = endOf(TAG, text, run);
  if (tag > run)
    return { end: tag, isWhole: text[tag - 1] === ">" || tag < text.length };
  const isWhole = !UNDECIDED.test(text.slice(run, run + 66));
  return { end: Math.max(run, at + 1), isWhole };
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function replaceAddresses(
  text: string,
  {
    at,
    isWithheld,
    note,
  }: {
    at: number;
    isWithheld: (address: string, label: string) => boolean;
    note: string;
  },
): string {
  const start = at;
  const holdsWithheld = (address: string): boolean =>
    [...address.matchAll(PART)].some(
      ([part]) => part !== address && isWithheld(part, ""),
    );
  let shown = "";
  ADDRESS.lastIndex = at;
  for (;;) {
    const match = ADDRESS.exec(text);
    if (match === null) return shown + text.slice(at);
    const {
      bracket,
      enclosed,
      closing = "",
      tag,
      link = "",
      destination,
      plain,
      bare = "",
    } = match.groups ?? {};
    if (tag !== undefined) {
      shown += text.slice(at, match.index);
      at = match.index + tag.length;
      const isCut = at === text.length && tag.length >= MAX_TAG;
      shown += tag.replaceAll(ATTRIBUTE, (address) =>
        isCut || isWithheld(address, "") ? note : address,
      );
      ADDRESS.lastIndex = at;
      continue;
    }
    const open = bracket ?? link;
    const address =
      enclosed ??
      (destination === undefined
        ? cutPlain(plain ?? bare)
        : cutLink(destination));
    const end =
      match.index +
      (enclosed === undefined ? open.length + address.length : match[0].length);
    const label =
      bare === ""
        ? ""
        : labelIn(
            text.slice(Math.max(0, match.index - MAX_LABEL), match.index),
          );
    shown += text.slice(at, match.index);
    const isCut =
      address.length >= MAX_RUN ||
      (end === text.length && end - start >= MAX_TAG);
    const isLeftOut =
      isCut ||
      isWithheld(address, label) ||
      (bare === "" && holdsWithheld(address));
    shown += isLeftOut
      ? replace({ open, closing, note })
      : text.slice(match.index, end);
    at = end;
    ADDRESS.lastIndex = end;
  }
}

/** What a client may take for the beginning of the host that follows it. */
function labelIn(head: string): string {
  return /[\p{L}\p{N}_.%-]*$/u.exec(head)?.[0] ?? "";
}

/** With a blank between them, brackets are no link; and without its angle brackets a note is no destination. */
function replace({
  open,
  closing,
  note,
}: {
  open: string;
  closing: string;
  note: string;
}): string {
  if (open.startsWith("](")) return `] (${note}`;
  if (open.startsWith("]:")) return open + note;
  return open === "<" && closing === "" ? `<${note}` : note;
}

/** Nobody writes longer ones by hand: they end where the next blank is. */
const MAX_PLAIN = 2_000;

/** Where a link's address ends, with which another link may begin. */
function cutLink(text: string): string {
  const next = text.search(/\]\(<?(?:[a-z]{2,10}:|\/\/)/i);
  return next > 0 ? text.slice(0, next) : text;
}

/** Where an address in a sentence ends: before its punctuation. */
function cutPlain(text: string): string {
  const whole = cutLink(text);
  if (whole.length > MAX_PLAIN) return whole;
  let kept = whole;
  for (;;) {
    const shorter = kept.replace(/[\]}.,;:!?'*_~]+$/, "");
    const isUnmatched =
      shorter.endsWith(")") &&
      shorter.split(")").length > shorter.split("(").length;
    if (!isUnmatched && shorter === kept) return kept;
    kept = isUnmatched ? shorter.slice(0, -1) : shorter;
  }
}
