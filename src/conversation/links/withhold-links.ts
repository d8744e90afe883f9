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
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(text);
      const end = match === null ? text.length : TOKEN.lastIndex;
      const isWhole =
        match?.groups?.whole !== undefined ||
        !/^[<。．｡]?$/.test(text.slice(end));
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
const CHARACTER = String.raw`(?:[^${END}]|${DOT}(?=[A-Za-z0-9]))`;
const START = String.raw`(?:(?:https?|mailto|sms|tel|data|javascript|intent|tg):|[a-z][a-z0-9+.-]{0,30}:[/\\]{2}|[/\\]{2}(?=[\p{L}\p{N}_-]{1,63}[.。．｡]))`;
/** Of ASCII alone: words in other scripts are given out as they come, and are told to the judge as the label. */
const LABEL = "[a-z0-9_-]{1,63}[.。．｡]";
const TOP = String.raw`(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59}|(?:(?![\x00-\x7f])\p{L}){1,63})`;
const REST = String.raw`(?::\d{1,5})?(?=[/?#])${CHARACTER}+`;
const BARE = String.raw`(?:${LABEL}){1,30}${TOP}${REST}|(?:${LABEL}){2,30}${TOP}|(?<=[^\x00-\x7f])[.。．｡](?:${LABEL}){0,30}${TOP}(?:${REST}|(?<=\.[^.]{1,99}\.[^.]{1,63}))`;

/** In angle brackets, where blanks are part of it; in a tag; else up to a blank. */
const ADDRESS = new RegExp(
  String.raw`(?<bracket>\]\(<|<)(?<enclosed>${START}[^<>\n]*)(?<closing>>?)|(?<tag><[a-z!/][^<>\n]{0,${MAX_TAG}})|(?<link>\]\()?(?:(?<plain>${START}${CHARACTER}+)|(?<bare>${BARE}))`,
  "giu",
);
/** Of a tag's attribute, up to its quote. */
const ATTRIBUTE = new RegExp(`${START}[^"'\\n]*|${BARE}`, "giu");
/** Without one of these a token holds no address. */
const JOINT = /[:./\\@。．｡]/;
const TAG = String.raw`(?:${CHARACTER}){0,${MAX_RUN}}<(?=[a-z!/\\])[^<>\n]{0,${MAX_TAG}}`;
/** Text in Chinese has no blanks: it need not wait for the end of its clause. */
const PROSE = String.raw`(?:(?!${JOINT.source})[!#-;=?-_a-~]){0,${MAX_RUN}}(?![<]|${JOINT.source})(?:[${END}]|[^\x00-\x7f])`;

/**
 * The texts in which addresses are looked for, each on its own. Where one ends follows from its own characters and the next one, so
 * the filter gives the same text however it comes in pieces. `whole`: no later character makes it longer.
 */
const TOKEN = new RegExp(
  String.raw`(?<whole>(?:${PROSE}){1,1000}|${TAG}>)|${TAG}|(?:${CHARACTER}){1,${MAX_RUN}}|[^]`,
  "iuy",
);

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
      plain,
      bare = "",
    } = match.groups ?? {};
    if (tag !== undefined) {
      shown += text.slice(at, match.index);
      shown += tag.replaceAll(ATTRIBUTE, (address) =>
        isWithheld(address, "") ? note : address,
      );
      at = match.index + tag.length;
      ADDRESS.lastIndex = at;
      continue;
    }
    const open = bracket ?? link;
    const address =
      enclosed ?? cutPlain(plain ?? bare, { isLink: link !== "" });
    const end =
      match.index +
      (enclosed === undefined ? open.length + address.length : match[0].length);
    const label =
      bare === "" || open !== ""
        ? ""
        : labelIn(
            text.slice(Math.max(0, match.index - MAX_LABEL), match.index),
          );
    shown += text.slice(at, match.index);
    shown += isWithheld(address, label)
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
  return open === "<" && closing === "" ? `<${note}` : note;
}

/** Nobody writes longer ones by hand: they end where the next blank is. */
const MAX_PLAIN = 2_000;

/** Where an address ends that only a blank bounds: in a link at its bracket, in a sentence before its punctuation. */
function cutPlain(text: string, { isLink }: { isLink: boolean }): string {
  const next = text.search(/\]\(<?(?:[a-z]{2,10}:|\/\/)/i);
  const whole = next > 0 ? text.slice(0, next) : text;
  if (whole.length > MAX_PLAIN) return whole;
  if (isLink) {
    let depth = 0;
    const end = Array.from(whole).findIndex((character) => {
      depth += character === "(" ? 1 : character === ")" ? -1 : 0;
      return depth < 0;
    });
    return end > 0 ? Array.from(whole).slice(0, end).join("") : whole;
  }
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
