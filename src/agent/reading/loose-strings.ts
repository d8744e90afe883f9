/**
 * Whitespace and comments. A bracket at the end of a comment's line closes the
 * object if the comment opens none. Their length is limited: an unclosed comment would
 * be rescanned from each quote.
 */
const BLANKS =
  /(?:[\s\u200B\u2060]+|(?:\/\/|#)(?:(?:(?!["'”]\s*[:：])[^\n{[}\]])*(?=[}\]]+[;,]?[ \t]*(?:\n|$))|[^\n]*)|<!--[^\n]{0,200}?-->|\/\*[\s\S]{0,200}?\*\/)+/y;
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
  /$|```|~~~|<\/|`\s*$|(?<=\n[*#]{0,3})(?:[*#]{0,3})(?:observation|thought)[ \t]*[*]*[:：]/iy;

/** Also skips comments. */
export function skipBlanks(text: string, at: number): number {
  return at + (matchAt(BLANKS, text, at) ?? "").length;
}

/** The end of the text, or a fence or label after missing brackets. */
export function isAtEnd(text: string, at: number): boolean {
  return matchesAt(END, text, at);
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  return matchAt(pattern, text, at) !== undefined;
}

/** @param pattern sticky */
export function matchAt(
  pattern: RegExp,
  text: string,
  at: number,
): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

type Quoted =
  /** `raw`: not decoded yet. */
  | { readonly kind: "text"; readonly raw: string; readonly end: number }
  /** There is no quote here. */
  | { readonly kind: "none" }
  /** It is never closed. */
  | { readonly kind: "cut" };

interface Position {
  readonly text: string;
  readonly at: number;
  /** The text is valid JSON, so each quote is meant as written. */
  readonly isStrict: boolean;
  readonly hasBareKeys: boolean;
}

type Place = "key" | "field" | "item";

/** Reads a string in quotes of any kind. */
export function readQuoted(position: Position, place: Place): Quoted {
  const { text, at: start, isStrict } = position;
  if (text.startsWith('"""', start) || text.startsWith("'''", start))
    return readTripleQuoted(text, start);
  const closing = CLOSING_QUOTES[text.charAt(start)];
  if (closing === undefined) return { kind: "none" };
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "\\") index++;
    else if (
      closing.includes(character) &&
      (isStrict || isClosingQuote(position, index + 1, place))
    )
      return {
        kind: "text",
        raw: text.slice(start + 1, index),
        end: index + 1,
      };
  }
  return { kind: "cut" };
}

function readTripleQuoted(text: string, start: number): Quoted {
  const from = start + 3;
  const end = text.indexOf(text.slice(start, from), from);
  if (end === -1) return { kind: "cut" };
  const raw = text.slice(from, end).replace(/^\n|\n$/g, "");
  return { kind: "text", raw, end: end + 3 };
}

/** What follows the quote can only be outside the string. */
function isClosingQuote(
  { text, hasBareKeys }: Position,
  after: number,
  place: Place,
): boolean {
  const next = skipBlanks(text, after);
  const character = text.charAt(next);
  const startsField = (at: number): boolean =>
    matchesAt(QUOTED_KEY, text, at) ||
    (hasBareKeys && matchesAt(BARE_KEY, text, at));
  if (place === "key")
    return character !== "" && /[:：="'“‘`＂「『{[]/.test(character);
  if (character === "") return true;
  if (isAtEnd(text, next))
    return (
      (character === "`" && /^`+\s*$/.test(text.slice(next, next + 20))) ||
      (text.slice(after, next).includes("\n") &&
        !matchesAt(TEXT_GOES_ON, text, next))
    );
  if (character === "}" || character === "]")
    return !matchesAt(TEXT_GOES_ON, text, next);
  if (COMMA.test(character)) {
    const following = skipBlanks(text, next + 1);
    return (
      following === text.length ||
      /[}\]]/.test(text.charAt(following)) ||
      startsField(following) ||
      (place === "item" && matchesAt(ITEM, text, following))
    );
  }
  return next > after && startsField(next);
}
