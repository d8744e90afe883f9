import { decodeEscapes } from "./decode-escapes.ts";

/** Where a reader of loose JSON stands. */
export interface Cursor {
  readonly text: string;
  at: number;
  /** Once set, nothing that is read counts any more. */
  failure: "cut" | "broken" | undefined;
  isClosed: boolean;
  /** The text is known to be valid JSON: each quote means what it should. */
  readonly isStrict: boolean;
  hasBareKeys: boolean;
  depth: number;
  /** Complete fields of the outermost object. */
  readonly fields: [string, unknown][];
}

/** Also comments. One that is never closed would be looked through from each of a text's quotes on: no longer ones count. */
const BLANKS =
  /(?:\s+|(?:\/\/|#)[^\n]*|<!--[^\n]{0,200}?-->|\/\*[\s\S]{0,100}?\*\/)+/y;
const CLOSING_QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": '”“"',
  "”": '”“"',
  "‘": "’‘'",
  "’": "’‘'",
  "＂": "＂",
};
const QUOTED_KEY =
  /\s*["'“”‘’`＂][^"'“”‘’`＂\n:：{}]{1,80}["'“”‘’`＂]\s*[:：]/y;
const BARE_KEY = /\s*[\p{L}_][\p{L}\d_-]{0,40}\s*[:：](?!\/)/uy;
const ITEM = /\s*(?:["'“‘`＂{[\d-]|true\b|false\b|null\b)/y;
/** A quote behind the brackets, with none opened again: the brackets still belong to the text. */
const TEXT_GOES_ON = /[\s}\]]*(?:[^{}"\s][^{}"\n]*)?"\s*[}\]]/y;
/** The fence or tag around an object. */
const END =
  /```|~~~|<\/|`\s*$|(?<=\n[*#]{0,3})(?:[*#]{0,3})(?:observation|thought)[ \t]*[*]*[:：]/iy;
const LITERALS = new Map<string, unknown>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
  ["undefined", null],
]);

/** Also comments. */
export function skipBlanks(cursor: Cursor): void {
  cursor.at = skipBlanksAt(cursor.text, cursor.at);
}

/** The text's end; a fence or the next label behind missing brackets counts as such. */
export function isAtEnd(cursor: Cursor): boolean {
  return (
    cursor.at >= cursor.text.length || matchesAt(END, cursor.text, cursor.at)
  );
}

/** A text in quotes of any kind; `undefined`, and nothing read, where no quote stands. Never closed: the text was cut. */
export function readQuoted(
  cursor: Cursor,
  place: "key" | "field" | "item",
): string | undefined {
  const { text, at: start, isStrict } = cursor;
  if (text.startsWith('"""', start) || text.startsWith("'''", start))
    return readTripleQuoted(cursor);
  const closing = CLOSING_QUOTES[text.charAt(start)];
  if (closing === undefined) return undefined;
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "\\") index++;
    else if (
      closing.includes(character) &&
      (isStrict || isClosingQuote(cursor, index + 1, place))
    ) {
      cursor.at = index + 1;
      return decodeEscapes(text.slice(start + 1, index));
    }
  }
  cursor.at = text.length;
  cursor.failure = "cut";
  return undefined;
}

function readTripleQuoted(cursor: Cursor): string | undefined {
  const { text, at: start } = cursor;
  const end = text.indexOf(text.slice(start, start + 3), start + 3);
  if (end === -1) {
    cursor.failure = "cut";
    return undefined;
  }
  cursor.at = end + 3;
  return decodeEscapes(text.slice(start + 3, end)).replace(/^\n|\n$/g, "");
}

/** Whether what follows a quote can only stand outside of the text. */
function isClosingQuote(
  cursor: Cursor,
  after: number,
  place: "key" | "field" | "item",
): boolean {
  const { text } = cursor;
  const next = skipBlanksAt(text, after);
  const character = text.charAt(next);
  if (place === "key")
    return character !== "" && /[:："'“‘`＂{[]/.test(character);
  if (character === "" || matchesAt(END, text, next))
    return (
      character === "" ||
      (character === "`" && /^`+\s*$/.test(text.slice(next, next + 20))) ||
      text.slice(after, next).includes("\n")
    );
  if (character === "}" || character === "]")
    return !matchesAt(TEXT_GOES_ON, text, next);
  if (character === "," || character === "，") {
    const following = skipBlanksAt(text, next + 1);
    return (
      following === text.length ||
      /[}\]]/.test(text.charAt(following)) ||
      startsField(cursor, following) ||
      (place === "item" && matchesAt(ITEM, text, following))
    );
  }
  return next > after && startsField(cursor, next);
}

function startsField({ text, hasBareKeys }: Cursor, at: number): boolean {
  return (
    matchesAt(QUOTED_KEY, text, at) ||
    (hasBareKeys && matchesAt(BARE_KEY, text, at))
  );
}

/** A value without quotes: a literal, a number, or plain words. Anything that would have to be computed is broken. */
export function readBareWord(cursor: Cursor): unknown {
  if (cursor.failure !== undefined) return undefined;
  const word = /[^,，{}[\]"`\n]+/y;
  word.lastIndex = cursor.at;
  const match = word.exec(cursor.text)?.[0] ?? "";
  cursor.at += match.length;
  const bare = match.replace(/(?:\/\/|#).*$/, "").trim();
  if (LITERALS.has(bare)) return LITERALS.get(bare);
  if (cursor.at === cursor.text.length) cursor.failure = "cut";
  else if (/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(bare)) return Number(bare);
  else if (isPlain(bare)) return bare;
  else cursor.failure ??= "broken";
  return undefined;
}

function isPlain(bare: string): boolean {
  return (
    /^[\p{L}\d_](?:[\p{L}\d_ '-]|\.(?!\.))*$/u.test(bare) ||
    /^[\d(][\d\s+\-*/().^%]*$/.test(bare) ||
    /^\$[A-Z_]+$/.test(bare)
  );
}

function skipBlanksAt(text: string, at: number): number {
  BLANKS.lastIndex = at;
  return BLANKS.test(text) ? BLANKS.lastIndex : at;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
