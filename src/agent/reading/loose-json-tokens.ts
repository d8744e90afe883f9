import { createSpanTest } from "./find-code-blocks.ts";

export interface Cursor {
  readonly text: string;
  at: number;
  /** Once set, later values are ignored. */
  failure: "cut" | "broken" | undefined;
  isClosed: boolean;
  /** The text is valid JSON, so each quote is meant as written. */
  readonly isStrict: boolean;
  hasBareKeys: boolean;
  depth: number;
  /** Complete fields of the outermost object. */
  readonly fields: [string, unknown][];
}

/**
 * Whitespace and comments. Their length is limited: an unclosed comment would
 * be rescanned from each quote.
 */
const BLANKS =
  /(?:[\s\u200B\u2060]+|(?:\/\/|#)[^\n]*|<!--[^\n]{0,200}?-->|\/\*[\s\S]{0,100}?\*\/)+/y;
export const COMMA = /[,，、;；]/;
const CLOSING_QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": '”“"',
  "”": '”“"',
  "‘": "’‘'",
  "’": "’‘'",
  "＂": "＂",
  "「": "」",
  "『": "』",
};
const QUOTED_KEY =
  /\s*["'“”‘’`＂「『][^"'“”‘’`＂」』\n:：{}]{1,80}["'“”‘’`＂」』]\s*[:：=]/y;
const BARE_KEY = /\s*[\p{L}_][\p{L}\d_-]{0,40}\s*[:：](?!\/)/uy;
const ITEM = /\s*(?:["'“‘`＂「『{[\d-]|true\b|false\b|null\b)/y;
/**
 * Another quote follows the brackets, and none opens in between: the brackets
 * belong to the text.
 */
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

/** Also skips comments. */
export function skipBlanks(cursor: Cursor): void {
  cursor.at = skipBlanksAt(cursor.text, cursor.at);
}

/** The end of the text, or a fence or label after missing brackets. */
export function isAtEnd(cursor: Cursor): boolean {
  return (
    cursor.at >= cursor.text.length || matchesAt(END, cursor.text, cursor.at)
  );
}

/**
 * Reads a string in quotes of any kind. `undefined` if there is no quote (the
 * cursor does not move), or if it is never closed (the failure is `cut`).
 */
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

/** What follows the quote can only be outside the string. */
function isClosingQuote(
  cursor: Cursor,
  after: number,
  place: "key" | "field" | "item",
): boolean {
  const { text } = cursor;
  const next = skipBlanksAt(text, after);
  const character = text.charAt(next);
  if (place === "key")
    return character !== "" && /[:：="'“‘`＂「『{[]/.test(character);
  if (character === "" || matchesAt(END, text, next))
    return (
      character === "" ||
      (character === "`" && /^`+\s*$/.test(text.slice(next, next + 20))) ||
      (text.slice(after, next).includes("\n") &&
        !matchesAt(TEXT_GOES_ON, text, next))
    );
  if (character === "}" || character === "]")
    return !matchesAt(TEXT_GOES_ON, text, next);
  if (COMMA.test(character)) {
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

/**
 * Reads an unquoted value: a literal, a number, or plain words. Expressions are
 * `broken`.
 */
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

const MEANINGS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "/": "/",
  "\\": "\\",
  n: "\n",
  r: "\r",
  t: "\t",
};
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(\\")|([\s\S]))/g;
/** `\sigma`, `\(`, `\frac`: not JSON escapes, or never meant as such. */
const LATEX =
  /(?<!\\)(?:\\\\)*\\(?:[ac-eg-mo-qsv-zA-Z]|[bf][a-z]|u(?![0-9a-fA-F]{4})|[()[\]{}])/;
const COMMANDS =
  "theta|tau|times|tfrac|tilde|tanh|triangle|therefore|nabla|neq|notin|rho|rightarrow|rangle|rceil|rfloor";
/**
 * May also be an escape followed by a word, so they count only next to other
 * LaTeX.
 */
const DOUBTFUL_COMMANDS = "tan|to|top|nu|ne|not|right";
const TEXT_COMMANDS = "text|textbf|textit|textrm";
const LATEX_COMMAND = new RegExp(
  `^(?:(?:${TEXT_COMMANDS})\\{|(?:${COMMANDS})(?![a-z]))`,
);
const DOUBTFUL_COMMAND = new RegExp(`^(?:${DOUBTFUL_COMMANDS})(?![a-z])`);
/**
 * LaTeX commands whose first letter is also a JSON escape; only the following
 * text distinguishes them.
 */
export const AMBIGUOUS_COMMANDS: readonly string[] =
  `${COMMANDS}|${DOUBTFUL_COMMANDS}|${TEXT_COMMANDS}`.split("|");
/**
 * A drive and the text up to whitespace, with at least one backslash that is
 * not a line break's.
 */
const WINDOWS_PATH =
  /(?<![A-Za-z])[A-Za-z]:(?=\\)(?=(?:\\n|[^\\\s"'<>|]){0,260}\\[^n\\"])\\[^\s"'<>|]*/g;

/**
 * Decodes the content of a JSON string. Keeps backslashes of LaTeX, patterns
 * and paths, and those that start no escape. Markdown's `\_` becomes `_`.
 */
export function decodeEscapes(raw: string): string {
  if (!raw.includes("\\")) return raw;
  const hasLatex = LATEX.test(raw);
  const paths = Array.from(
    raw.matchAll(WINDOWS_PATH),
    ({ index: start, 0: path }) => ({ start, end: start + path.length }),
  );
  const isInPath = createSpanTest(paths);
  const decode = (
    typed: string,
    code: string | undefined,
    escapedTwice: string | undefined,
    character: string,
    offset: number,
  ): string => {
    const plain = decodePlain(typed, code, escapedTwice, character);
    if (code !== undefined || escapedTwice !== undefined) return plain;
    if (isInPath(offset) && /\w/.test(character)) return typed;
    if (character === "_") return hasLatex ? typed : "_";
    if (/[ntr]/.test(character)) {
      const word = raw.slice(offset + 1, offset + 16);
      if (LATEX_COMMAND.test(word)) return typed;
      if (hasLatex && DOUBTFUL_COMMAND.test(word)) return typed;
    }
    return plain;
  };
  return raw.replace(ESCAPE, decode);
}

/** Decodes text in which no escape can be LaTeX or part of a path. */
export function decodePlainEscapes(raw: string): string {
  return raw.replace(ESCAPE, decodePlain);
}

function decodePlain(
  typed: string,
  code: string | undefined,
  escapedTwice: string | undefined,
  character: string,
): string {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return escapedTwice === undefined ? (MEANINGS[character] ?? typed) : '"';
}
