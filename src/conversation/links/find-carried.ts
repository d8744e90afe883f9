/** Texts that must not be exfiltrated in an address. */
export interface PrivateText {
  /**
   * Words of at least four characters, or three with a digit, in lower case.
   */
  readonly words: ReadonlySet<string>;
  /** Pairs of adjacent characters in scripts without spaces. */
  readonly pairs: ReadonlySet<string>;
  /** The whole text, letters and digits only. */
  readonly squeezed: string;
}

export function toPrivateText(texts: readonly string[]): PrivateText {
  const words = new Set<string>();
  const pairs = new Set<string>();
  for (const text of texts)
    for (const word of wordsOf(text)) {
      if (isTelling(word)) words.add(word);
      for (const pair of pairsOf(word)) pairs.add(pair);
    }
  return { words, pairs, squeezed: texts.map(squeeze).join(" ") };
}

/** Words common in addresses; they reveal nothing. */
const ADDRESS_WORDS = new Set(
  "about,article,articles,author,blog,book,books,category,content,course,docs,documentation,download,downloads,entry,file,files,forum,guide,help,home,html,http,https,image,images,index,info,item,library,link,list,main,manual,news,page,pages,post,posts,product,products,public,questions,reference,search,section,shop,site,start,store,tags,text,title,topic,topics,tutorial,user,users,video,videos,view,wiki".split(
    ",",
  ),
);

/** A shared run of this many letters and digits is no coincidence. */
const RUN = 8;

/**
 * Whether an address carries a number, a word or eight consecutive letters and
 * digits of a private text: plain, percent-encoded, in base64, base32, hex or
 * binary, as character codes, reversed or in ROT13, or in two of these
 * combined.
 * @param parts of the address that a domain's owner can choose freely; at most
 * 120 characters are checked
 * @param excused what the receiver already knows
 */
export function carriesText(
  parts: string,
  secret: PrivateText,
  excused: PrivateText,
): boolean {
  const readings = readingsOf(parts);
  const isKnown = (word: string): boolean =>
    isTelling(word) && secret.words.has(word) && !excused.words.has(word);
  const isKnownPair = (pair: string): boolean =>
    secret.pairs.has(pair) && !excused.pairs.has(pair);
  return (
    readings.some((reading) => {
      const words = [...wordsOf(reading), ...wordsOf(splitWords(reading))];
      const fields = reading.split(/[/?&=#;,:@\s]+/).map(squeeze);
      return (
        [...words, ...fields, ...spelledIn(reading)].some(isKnown) ||
        words.flatMap(pairsOf).some(isKnownPair)
      );
    }) || sharesRun(readings.map(squeeze), secret, excused)
  );
}

/** Splits `myCode4711` into `my Code 4711`. */
function splitWords(text: string): string {
  return text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replaceAll(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, " ");
}

const MAX_SPELLED = 20;

/** Words that may be spelled out letter by letter: `4/7/1/1`. */
function spelledIn(text: string): readonly string[] {
  const runs =
    text.match(
      /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[^\p{L}\p{N}]{1,3}[\p{L}\p{N}](?![\p{L}\p{N}]))+/gu,
    ) ?? [];
  return runs
    .map(squeeze)
    .flatMap((word) =>
      Array.from(word, (_, start) =>
        Array.from({ length: MAX_SPELLED }, (_unit, length) =>
          word.slice(start, start + length + 1),
        ),
      ).flat(),
    );
}

function sharesRun(
  texts: readonly string[],
  { squeezed }: PrivateText,
  excused: PrivateText,
): boolean {
  const runs = new Set(texts.flatMap(runsOf));
  if (runs.size === 0) return false;
  for (let start = 0; start + RUN <= squeezed.length; start++) {
    const run = squeezed.slice(start, start + RUN);
    if (runs.has(run) && !excused.squeezed.includes(run)) return true;
  }
  return false;
}

function runsOf(text: string): readonly string[] {
  const count = Math.max(text.length - RUN + 1, 0);
  return Array.from({ length: count }, (_, start) =>
    text.slice(start, start + RUN),
  );
}

const MAX_PARTS = 120;
/** Length of a code, without words and years. */
const MIN_CODE = 10;

/**
 * Whether it may hide an undecodable text: contains a long code, or exceeds 120
 * characters.
 */
export function isOpaque(parts: string): boolean {
  const text = decodePercent(parts);
  if (text.length > MAX_PARTS) return true;
  return (text.match(/[\w+=-]{16,}/g) ?? []).some(
    (code) =>
      code.replaceAll(/[A-Z]?[a-z]{3,}|(?:19|20)\d\d|[_-]/g, "").length >=
      MIN_CODE,
  );
}

const MAX_LAYERS = 3;

/** A text and its possible decodings. */
function readingsOf(parts: string): readonly string[] {
  const text = decodePercent(parts.slice(0, MAX_PARTS));
  const plain = [text, text.replaceAll("+", " ")];
  const once = decodeOnce(text);
  return [...new Set([...plain, ...once, ...once.flatMap(decodeOnce)])];
}

function decodeOnce(text: string): readonly string[] {
  const codes = text.match(/\b\d{2,3}\b/g) ?? [];
  return [
    Array.from(text).toReversed().join(""),
    text.replaceAll(/[a-z]/gi, rotate),
    // Base64 characters also separate the parts of an address.
    ...decodeRuns(text, /[A-Za-z0-9+/_-]{4,}/g, fromBase64),
    ...decodeRuns(text, /[A-Za-z0-9]{4,}/g, fromBase64),
    ...decodeRuns(text, /[A-Z2-7]{7,}/gi, fromBase32),
    ...decodeRuns(text, /(?:[\da-f]{2}[^\da-z]?){3,}/gi, fromHex),
    ...decodeRuns(text, /(?:[01]{8}[^\da-z]?){3,}/g, fromBinary),
    ...(codes.length < 3
      ? []
      : [printable(codes.map(Number).filter((code) => code < 256))]),
  ].filter((reading) => reading !== "");
}

function decodeRuns(
  text: string,
  pattern: RegExp,
  decode: (run: string) => readonly number[],
): readonly string[] {
  return (text.match(pattern) ?? []).map((run) => printable(decode(run)));
}

/** Decodes bytes as UTF-8; empty if they are not text. */
function printable(bytes: readonly number[]): string {
  try {
    const text = new TextDecoder("utf-8", {
      fatal: true,
      ignoreBOM: false,
    }).decode(Uint8Array.from(bytes));
    return /[^\P{Cc}\s]/u.test(text) ? "" : text;
  } catch {
    return "";
  }
}

function fromBase64(run: string): readonly number[] {
  const text = run.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  try {
    const bytes = atob(
      text.slice(0, text.length - (text.length % 4 === 1 ? 1 : 0)),
    );
    return Array.from(bytes, (byte) => byte.charCodeAt(0));
  } catch {
    return [];
  }
}

function fromBase32(run: string): readonly number[] {
  const bits = Array.from(run.toUpperCase(), (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
      .indexOf(letter)
      .toString(2)
      .padStart(5, "0"),
  ).join("");
  return fromBinary(bits);
}

function fromHex(run: string): readonly number[] {
  const digits = run.replaceAll(/[^\da-f]/gi, "");
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}

function fromBinary(run: string): readonly number[] {
  const digits = run.replaceAll(/[^01]/g, "");
  return (digits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}

function rotate(letter: string): string {
  const base = letter < "a" ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}

/**
 * Decodes layer by layer until nothing changes; leaves invalid percent signs.
 */
function decodePercent(text: string): string {
  let decoded = text;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const next = decoded.replaceAll(
      /(?:%[\da-f]{2})+/gi,
      (codes) => printable(fromHex(codes)) || codes,
    );
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

function squeeze(text: string): string {
  return wordsOf(text).join("");
}

/** Long enough to reveal something: four characters, or three with a digit. */
function isTelling(word: string): boolean {
  const { length } = word;
  if (length < 3 || ADDRESS_WORDS.has(word)) return false;
  return length > 3 || /\p{N}/u.test(word);
}

const PAIR =
  /(?=([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{2}))/gu;

function pairsOf(word: string): readonly string[] {
  return Array.from(word.matchAll(PAIR), ([, pair = ""]) => pair);
}
