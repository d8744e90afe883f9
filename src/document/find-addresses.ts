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
}

/** What no client takes for a part of an address. */
const END = String.raw`\s<>\u3000-\u303f\uff01-\uff0f\uff1a-\uff20“”‘’«»…`;
/** An ideographic full stop is a dot within a host, before the next label. */
const WIDE_DOT = String.raw`[。．｡](?=[a-z0-9-]{1,63}(?:[.。．｡:/?#\\${END}]|$)|[\p{L}\p{N}_-]{1,63}[/?#])`;
/** Clients take these along if the address goes on after them. */
const JOINED = String.raw`["\x60|]{1,9}(?=[\w?&=/%#~+-])`;
const TAIL = String.raw`(?:[^"\x60|${END}]|${WIDE_DOT}|${JOINED})`;
const SCHEME = String.raw`(?<![a-z0-9])(?:(?:https?|ftp):[/\\／]+|[a-z][a-z0-9+.-]{0,30}:[/\\]{2,}|(?:mailto|xmpp|tel|sms|data|javascript|vbscript|blob|intent|market|tg|slack|magnet|sip|skype|whatsapp|geo):(?=\S))`;
const LETTER = String.raw`(?:[a-z0-9_-]|(?![\x00-\x7f“”‘’…])[\p{L}\p{N}\p{M}\p{So}\p{Cf}])`;
const TOP = String.raw`(?:xn--[a-z0-9-]{1,59}|[a-z]{2,63}|(?:(?![\x00-\x7f])[\p{L}\p{M}]){1,63})(?![a-z0-9_-])`;
const IP = String.raw`\d{1,3}(?:\.\d{1,3}){3}(?!\.?[a-z0-9])`;
/** Starts at the beginning of a run of labels, so that each is read once. */
const HOST = String.raw`(?<!${LETTER})(?<!${LETTER}\.)(?:(?:${LETTER}+\.)+${TOP}|${IP})`;
const REST = String.raw`(?::\d{1,5}(?!\d))?(?:[/?#\\]${TAIL}*)?`;

const ADDRESS = new RegExp(
  `(?<written>${SCHEME}${TAIL}+)|(?<slashes>[/\\\\]{2,})?(?<host>${HOST})(?<rest>${REST})`,
  "giu",
);

/**
 * Finds all that any client may make a link of in plain text: with any scheme,
 * as a bare host with or without a path, as a mail address. Takes linear time.
 */
export function findAddresses(text: string): readonly FoundAddress[] {
  if (!/[.:]/.test(text)) return [];
  const found: FoundAddress[] = [];
  for (const match of text.matchAll(ADDRESS)) {
    const one = toFound(match, text);
    // A user's name may look like a host.
    while (one.start < (found.at(-1)?.end ?? 0)) found.pop();
    found.push(one);
  }
  return found;
}

function toFound(match: RegExpExecArray, text: string): FoundAddress {
  const { written, slashes = "", host = "", rest = "" } = match.groups ?? {};
  if (written !== undefined) {
    const start = match.index;
    const end = start + lengthWithoutPunctuation(written);
    return { kind: "written", start, end, url: toUrl(text.slice(start, end)) };
  }
  const at = match.index + slashes.length;
  const end = at + host.length + lengthWithoutPunctuation(rest);
  const user = slashes === "" ? userBefore(text, at) : "";
  if (user !== "") {
    const start = at - user.length;
    const url = URL.parse(`mailto:${text.slice(start, end)}`);
    return { kind: "mail", start, end, url };
  }
  const prose = /^[^\x00-\x7f]+\.?(?=[a-z0-9])/i.exec(host)?.[0] ?? "";
  const start = prose === "" ? match.index : at + prose.length;
  const url = URL.parse(`https://${text.slice(at + prose.length, end)}`);
  return { kind: "bare", start, end, url };
}

/** As `URL` serialises it; `undefined` unless http, https or mailto. */
export function toAddress(written: string): string | undefined {
  const url = URL.parse(written);
  return url !== null && /^(?:https?|mailto):$/.test(url.protocol)
    ? url.href
    : undefined;
}

/** Parses like browsers, which accept one slash, or full-width ones. */
function toUrl(address: string): URL | null {
  return URL.parse(address.replace(/^(https?|ftp):[/\\／]+/i, "$1://"));
}

const MAX_USER = 256;

/** The user with its `@`, directly before a host. */
function userBefore(text: string, at: number): string {
  if (text[at - 1] !== "@") return "";
  const before = text.slice(Math.max(0, at - MAX_USER), at - 1);
  const [user = ""] = USER.exec(before) ?? [];
  const name = user.replace(/^[^\x00-\x7f]+(?=[a-z0-9])/i, "");
  return name === "" ? "" : `${name}@`;
}

const USER = new RegExp(String.raw`[^()[\]{}"'\x60@/\\,;${END}]+$`, "u");

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
