/** Replaces addresses in streamed text. */
export interface LinkFilter {
  /**
   * Returns what can be shown now. Holds back an address until it is complete.
   */
  readonly push: (text: string) => string;
  /** Returns the rest. */
  readonly end: () => string;
}

/**
 * A filter for Markdown that replaces withheld addresses and leaves everything
 * else unchanged. Output is final: the concatenated pieces are the final text,
 * and no piece ever contains the beginning of a withheld address.
 *
 * Searches the text rather than parsed Markdown, since each channel and client
 * detects links in its own way: with a scheme, with `//` or as a bare
 * `host.tld/path`; in links, images, definitions, tags and code.
 * @param isWithheld whether to withhold an address; `label`: for one without a
 * scheme, the text directly before it
 * @param note replaces the address; `[text](address)` becomes `[text] (note)`,
 * which is not a link
 */
export function createLinkFilter({
  isWithheld,
  note,
}: {
  isWithheld: (address: string, label: string) => boolean;
  note: string;
}): LinkFilter {
  /**
   * The latest output, as far as an address may depend on it, then what is held
   * back.
   */
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

/** A host name has at most 253 characters (RFC 1035). */
const MAX_LABEL = 256;
/**
 * Longer addresses are withheld, so that the rest does not count as a new one.
 */
const MAX_RUN = 4_000;
/** Longer tags are not treated as tags. */
const MAX_TAG = 2_000;

/**
 * What ends an address outside of brackets: white space, quotes and full-width
 * punctuation, except dots within a host.
 */
const END = String.raw`\s<>"\x60|\u3000-\u303f\uff01-\uff0f\uff1a-\uff20“”‘’…`;
const DOT = "[。．｡]";
/**
 * Includes an ideographic full stop within a host: before ASCII, or before a
 * label followed by a path.
 */
const CHARACTER = String.raw`(?:[^${END}]|${DOT}(?=[A-Za-z0-9]|[\p{L}\p{N}_-]{1,63}[/?#]))`;
/** Clients include these in an address if it continues after them. */
const JOINED = String.raw`["\x60|]{1,9}(?=[\w?&=/%#~+-])`;
/**
 * Start of a link's destination; destinations in angle brackets have rules of
 * their own.
 */
const OPEN = String.raw`\]\(\s{0,${MAX_TAG}}(?!<)`;
const DEFINITION = String.raw`\]:\s{0,${MAX_TAG}}(?!<)`;
/** A link's destination: up to the closing bracket, or white space. */
const NESTED = String.raw`\((?:[^\s()]|\([^\s()]{0,${MAX_TAG}}\)){0,${MAX_TAG}}\)`;
const DESTINATION = String.raw`(?:(?:[^\s()]|${NESTED}){1,${MAX_RUN}}(?=\))|\S{1,${MAX_RUN}})`;
const START = String.raw`(?:(?:https?|mailto|sms|tel|data|javascript|intent|tg):|[a-z][a-z0-9+.-]{0,30}:[/\\]{2}|[/\\]{2}(?=[\p{L}\p{N}_-]{1,63}[.。．｡]))`;
const PLAIN = `${START}(?:${CHARACTER}|${JOINED})+`;
/**
 * ASCII only: words in other scripts are output immediately, and passed to
 * `isWithheld` as the label.
 */
const LABEL = "[a-z0-9_-]{1,63}[.。．｡]";
const TOP = String.raw`(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59}|(?:(?![\x00-\x7f])\p{L}){1,63})`;
const REST = String.raw`(?::\d{1,5})?(?=[/?#])(?:${CHARACTER}|${JOINED})+`;
const BARE = String.raw`(?:${LABEL}){1,30}${TOP}${REST}|(?:${LABEL}){2,30}${TOP}|(?<=[^\x00-\x7f])[.。．｡](?:${LABEL}){0,30}${TOP}(?:${REST}|(?<=\.[^.]{1,99}\.[^.]{1,63}))`;

/**
 * In angle brackets, where spaces are part of it; in a tag; else up to white
 * space.
 */
const ADDRESS = new RegExp(
  String.raw`(?<bracket>\]\(<|<)(?<enclosed>${START}[^<>\n]*)(?<closing>>?)|(?<tag><[a-z!/][^<>\n]{0,${MAX_TAG}})|(?:(?<link>${OPEN}|${DEFINITION})(?=${START}|${BARE})(?<destination>${DESTINATION}))|(?<plain>${PLAIN})|(?<bare>${BARE})`,
  "giu",
);
/** Addresses that a client may detect within a longer one. */
const PART = new RegExp(`${START}${CHARACTER}+|${BARE}`, "giu");
/** An address in a tag's attribute, up to the quote. */
const ATTRIBUTE = new RegExp(`${START}[^"'\\n]*|${BARE}`, "giu");
/** A token without any of these contains no address. */
const JOINT = /[:./\\@。．｡]/;
/**
 * Text without spaces, such as Chinese, need not wait for the end of its
 * clause.
 */
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
/** The characters after a run that decide whether it continues. */
const UNDECIDED = /^(?:<|["`|]{1,9}|[。．｡][\p{L}\p{N}_-]{0,63})?$/u;

/**
 * Finds the next token, which is searched for addresses on its own. Its end
 * depends only on its own characters and the next ones, so the output does not
 * depend on how the text is split into pieces. `isWhole`: more input cannot
 * extend it.
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

/** What a client may include in the host that follows. */
function labelIn(head: string): string {
  return /[\p{L}\p{N}_.%-]*$/u.exec(head)?.[0] ?? "";
}

/**
 * A space between the brackets prevents a link; without angle brackets, a note
 * is not a destination.
 */
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

/** Nobody writes longer addresses by hand: they end at the next white space. */
const MAX_PLAIN = 2_000;

/** Cuts a destination before the next link. */
function cutLink(text: string): string {
  const next = text.search(/\]\(<?(?:[a-z]{2,10}:|\/\/)/i);
  return next > 0 ? text.slice(0, next) : text;
}

/** Cuts the punctuation that follows an address in a sentence. */
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
