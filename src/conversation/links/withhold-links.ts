/** Replaces addresses in a text that comes in pieces. */
export interface LinkFilter {
  /** What can be shown now. An address is held back until it is whole. */
  push(text: string): string;
  /** The rest. */
  end(): string;
}

/**
 * A filter for Markdown that takes out addresses and leaves all else as it is, to the letter. What was given out is never
 * taken back: the pieces joined are the final text, and no piece has held the beginning of an address that is not in it.
 *
 * Addresses are looked for in the text, not in parsed Markdown, since every channel and client makes links in its own way:
 * with a scheme, with `//` or as a bare `host.tld/path`; in links, images, definitions, tags and code.
 * @param isWithheld whether an address may not be shown; `label`: what is written before it without a blank
 * @param note stands in the place of the address; `[text](address)` becomes `[text] (note)`, which is no link
 */
export function createLinkFilter({
  isWithheld,
  note,
}: {
  isWithheld: (address: string, label: string) => boolean;
  note: string;
}): LinkFilter {
  let held = "";
  let before = "";

  const release = (end: number): string => {
    const text = held.slice(0, end);
    held = held.slice(end);
    const shown = replaceAddresses(text, { before, isWithheld, note });
    before = (before + text).slice(-MAX_LABEL);
    return shown;
  };

  return {
    push(text) {
      held += text;
      return release(findStable(held));
    },
    end: () => release(held.length),
  };
}

/** A host's labels together have at most 253 characters (RFC 1035). */
const MAX_LABEL = 256;
/** A tag that is longer is none. */
const MAX_TAG = 2_000;

/** What ends an address outside of brackets: blanks, quotes and full-width punctuation, but for dots within a host. */
const END = String.raw`\s<>"\x60|\u3000-\u303f\uff01-\uff0f\uff1a-\uff20“”‘’…`;
const DOT = "[。．｡]";
const CHARACTER = String.raw`(?:[^${END}]|${DOT}(?=[A-Za-z0-9]))`;
const START = String.raw`(?:(?:https?|mailto|sms|tel|data|javascript|intent|tg):|[a-z][a-z0-9+.-]{0,30}:[/\\]{2}|[/\\]{2}(?=[\p{L}\p{N}_-]{1,63}[.。．｡]))`;
const LABEL = String.raw`[\p{L}\p{N}_-]{1,63}[.。．｡]`;
const TOP = String.raw`(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})`;
const BARE = String.raw`(?:${LABEL}){1,30}${TOP}(?::\d{1,5})?(?=[/?#])${CHARACTER}+|(?:${LABEL}){2,30}${TOP}`;

/** In angle brackets or a quoted attribute, where blanks are part of it; else up to one. */
const ADDRESS = new RegExp(
  String.raw`(\]\(<|<|=["'])(${START}[^<>"'\n]*)(>?)|(\]\()?(${START}${CHARACTER}+|${BARE})`,
  "giu",
);
const IS_END = new RegExp(`[${END}]`);
const IS_DOT = new RegExp(DOT);
/** Without one of these a word is no address yet. */
const JOINT = /[:./\\@。．｡]/;

/** Up to where no address reaches that is not whole. */
function findStable(text: string): number {
  const tag = text.lastIndexOf("<");
  const isOpen =
    tag >= 0 &&
    text.length - tag <= MAX_TAG &&
    !/^<\s|[>\n]/.test(text.slice(tag));
  let start = text.length;
  while (start > 0 && isInside(text, start - 1)) start--;
  // Text in Chinese has no blanks: it need not wait for the end of its clause.
  if (!JOINT.test(text.slice(start))) {
    const [word = ""] = /[!-~]*$/.exec(text.slice(start)) ?? [];
    start = text.length - word.length;
  }
  return isOpen ? Math.min(start, tag) : start;
}

function isInside(text: string, index: number): boolean {
  const character = text[index] ?? "";
  return (
    !IS_END.test(character) ||
    (IS_DOT.test(character) && /^[A-Za-z0-9]?$/.test(text[index + 1] ?? ""))
  );
}

function replaceAddresses(
  text: string,
  {
    before,
    isWithheld,
    note,
  }: {
    before: string;
    isWithheld: (address: string, label: string) => boolean;
    note: string;
  },
): string {
  let shown = "";
  let at = 0;
  ADDRESS.lastIndex = 0;
  for (;;) {
    const match = ADDRESS.exec(text);
    if (match === null) return shown + text.slice(at);
    const [whole, bracket, enclosed, closing = "", link = "", plain = ""] =
      match;
    const open = bracket ?? link;
    const address = enclosed ?? cutPlain(plain, { isLink: link !== "" });
    const end =
      match.index +
      (enclosed === undefined ? open.length + address.length : whole.length);
    const head =
      before + text.slice(Math.max(at, match.index - MAX_LABEL), match.index);
    const [label = ""] =
      open === ""
        ? (/[\p{L}\p{N}_.%-]*$/u.exec(head.slice(-MAX_LABEL)) ?? [])
        : [];
    shown += text.slice(at, match.index);
    shown += isWithheld(address, label)
      ? replace({ open, closing, note })
      : text.slice(match.index, end);
    at = end;
    ADDRESS.lastIndex = end;
  }
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
  if (open === "<") return closing === "" ? `<${note}` : note;
  return open + note;
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
