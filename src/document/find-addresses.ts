/** An address in a text. */
export interface FoundAddress {
  readonly start: number;
  readonly end: number;
  /** `null` if it is none that `URL` can parse. */
  readonly url: URL | null;
  /**
   * `written`: with its scheme. `bare`: a host, perhaps with a path. `mail`: a
   * mail address.
   */
  readonly kind: "written" | "bare" | "mail";
  /** Several that overlap: clients disagree about where one begins. */
  readonly isJoined?: true;
}

/** What no client takes for a part of an address. */
const END = String.raw`\s<>\u3000-\u303f\uff01-\uff0f\uff1a-\uff20“”‘’«»…`;
/** An ideographic full stop is a dot within a host, before the next label. */
const WIDE_DOT = String.raw`[。．｡](?=[a-z0-9-]{1,63}(?:[.。．｡:/?#\\${END}]|$)|[\p{L}\p{N}_-]{1,63}[/?#])`;
/** Clients take these along if the address goes on after them. */
const JOINED = String.raw`["\x60|]{1,9}(?=[\w?&=/%#~+-])`;
const TAIL = String.raw`(?:[^"\x60|${END}]|${JOINED})`;
const SCHEME = String.raw`(?:(?:https?|ftp):[/\\／]+|www\.(?=[^.\s])|[a-z][a-z0-9+.-]{0,30}:[/\\]{2,}|(?:mailto|xmpp|tel|sms|data|javascript|vbscript|blob|intent|market|tg|slack|magnet|sip|skype|whatsapp|geo):(?=\S))`;
const LETTER = String.raw`(?:[a-z0-9_-]|(?![\x00-\x7f${END}])[\p{L}\p{N}\p{M}\p{So}\p{Cf}])`;
const TOP = String.raw`(?:xn--[a-z0-9-]{1,59}|[a-z]{2,63}|(?:(?![\x00-\x7f])[\p{L}\p{M}]){1,63})(?![a-z0-9])`;
const IP = String.raw`(?<![\w-])(?<![\w-]\.)\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)`;
/** Starts at the beginning of a run of labels, so that each is read once. */
const HOST = String.raw`(?:(?<!${LETTER})(?<!${LETTER}\.)(?:${LETTER}+\.)+${TOP}|${IP})`;
const REST = String.raw`(?::\d{1,5}(?!\d))?(?:[/?#\\]${TAIL}*)?`;

const WRITTEN = new RegExp(
  `${SCHEME}(?=\\S)(?:[^/?#"\x60|${END}]|${WIDE_DOT}|／)*(?:${TAIL}|／)*`,
  "giu",
);
const BARE = new RegExp(
  `(?:[/\\\\]{2,})?(?<host>${HOST})(?<rest>${REST})`,
  "giu",
);
const MAIL_HOST = new RegExp(`@(?:${LETTER}|\\.)*\\.${LETTER}+`, "giu");

/**
 * Finds all that any client may make a link of in plain text: with any scheme,
 * as a bare host with or without a path, as a mail address. Takes linear time.
 */
export function findAddresses(text: string): readonly FoundAddress[] {
  if (!/\S\.\S|:\S/.test(text)) return [];
  const all = [
    ...Array.from(text.matchAll(WRITTEN), toWritten),
    ...Array.from(text.matchAll(BARE), toBare),
    ...Array.from(text.matchAll(MAIL_HOST), (match) => toMail(match, text)),
  ].toSorted((one, other) => one.start - other.start || other.end - one.end);
  const found: FoundAddress[] = [];
  for (const one of all) {
    const last = found.at(-1);
    if (last === undefined || one.start >= last.end) found.push(one);
    else if (one.end > last.end)
      found[found.length - 1] = { ...one, start: last.start, isJoined: true };
  }
  return found;
}

/**
 * Breaks all addresses in a text with zero-width spaces, so that no client
 * makes links of them.
 */
export function breakAddresses(text: string): string {
  let broken = "";
  let done = 0;
  for (const { start, end } of findAddresses(text)) {
    const address = text.slice(start, end).replaceAll(/[.:@]/g, "$&\u200B");
    broken += text.slice(done, start) + address;
    done = end;
  }
  return broken + text.slice(done);
}

function toWritten({
  0: written,
  index: start,
}: RegExpExecArray): FoundAddress {
  const length = lengthWithoutPunctuation(written);
  const url = toUrl(written.slice(0, length));
  return { kind: "written", start, end: start + length, url };
}

/**
 * Words of a script without spaces in front of a host are none of its labels:
 * `请看example.com`.
 */
const PROSE = /^[/\\]*\P{ASCII}+\.?(?=[a-zA-Z0-9])/u;

function toBare(match: RegExpExecArray): FoundAddress {
  const { host = "", rest = "" } = match.groups ?? {};
  const [written] = match;
  const prose = PROSE.exec(host)?.[0].length ?? 0;
  const before = prose === 0 ? 0 : written.indexOf(host) + prose;
  const length = written.length - rest.length + lengthWithoutPunctuation(rest);
  const address = written.slice(before, length).replace(/^[/\\]+/, "");
  return {
    kind: "bare",
    start: match.index + before,
    end: match.index + length,
    url: URL.parse(`https://${address}`),
  };
}

const MAX_USER = 256;

function toMail(
  { 0: host, index: at }: RegExpExecArray,
  text: string,
): FoundAddress {
  const before = text.slice(Math.max(0, at - MAX_USER), at);
  const user = (USER.exec(before)?.[0] ?? "").replace(PROSE, "");
  const [start, end] = [at - user.length, at + host.length];
  const url = user === "" ? null : URL.parse(`mailto:${user}${host}`);
  return { kind: "mail", start, end, url };
}

const USER = new RegExp(String.raw`[^()[\]{}"'\x60@/\\,;${END}]+$`, "u");

/** As `URL` serialises it; `undefined` unless http, https or mailto. */
export function toAddress(written: string): string | undefined {
  const url = URL.parse(written);
  return url !== null && /^(?:https?|mailto):$/.test(url.protocol)
    ? url.href
    : undefined;
}

/** Parses like browsers, which accept one slash, or full-width ones. */
function toUrl(address: string): URL | null {
  return URL.parse(
    address
      .replaceAll("／", "/")
      .replace(/^(https?|ftp):[/\\]+/i, "$1://")
      .replace(/^(?=www\.)/i, "https://"),
  );
}

/** Leaves out the punctuation that follows an address in a sentence. */
function lengthWithoutPunctuation(address: string): number {
  let unopened = 0;
  for (const character of address)
    if (character === "(") unopened--;
    else if (character === ")") unopened++;
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (last === ")" && unopened > 0) unopened--;
    else if (!/[\]}.,:;!?'"*_~`|]/.test(last)) break;
  }
  return end;
}
