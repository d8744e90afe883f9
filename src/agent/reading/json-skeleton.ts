import { decodeEscapes } from "./loose-escapes.ts";
import {
  COMMA,
  isAtEnd,
  matchAt,
  readQuoted,
  skipBlanks,
} from "./loose-strings.ts";

/** JSON without its texts: `"0"`, `"1"`, … stand for them. */
export interface Skeleton {
  /**
   * `open`: closing brackets are missing. `cut`: the text ends inside a value.
   */
  readonly state: State;
  /**
   * May lack commas and brackets, and have Python's literals. Only the complete
   * fields of the outermost object if `cut` or `broken`.
   */
  readonly json: string;
  /** Decoded keys and values, in the order of the source. */
  readonly texts: readonly string[];
  /** Offset after the last token. */
  readonly end: number;
}

type State = "closed" | "open" | "cut" | "broken";

/** `jsonrepair` and `JSON.parse` recurse. */
export const MAX_DEPTH = 200;

/**
 * Reads the JSON at the start of a text up to its end, wherever that is. Decides
 * what quotes mean and where a value was cut off; leaves missing brackets and
 * commas to `jsonrepair`.
 * @param options.isStrict each quote is meant as written
 */
export function readSkeleton(
  text: string,
  options: { isStrict: boolean },
): Skeleton {
  const cursor = createCursor(text, options);
  const { tokens, texts } = cursor;
  let state: State | undefined;
  while (state === undefined) state = readToken(cursor);
  const isWhole = state === "closed" || state === "open";
  const json = (isWhole ? tokens : tokens.slice(0, cursor.complete)).join(" ");
  return { state, json, texts, end: cursor.at };
}

type Cursor = ReturnType<typeof createCursor>;

function createCursor(text: string, { isStrict }: { isStrict: boolean }) {
  return {
    text,
    isStrict,
    at: 0,
    tokens: [] as string[],
    texts: [] as string[],
    open: [] as { bracket: string; isDoubled: boolean }[],
    /** Tokens up to the last complete field of the outermost object. */
    complete: 0,
    hasBareKeys: false,
  };
}

const RUN_ON =
  /```|(?:observation|thought|action|final[ _]?answer)[ \t]*[:：]/iy;

/** Returns the state if this is the end. */
function readToken(cursor: Cursor): State | undefined {
  const { text, tokens, open } = cursor;
  const at = skipBlanks(text, cursor.at);
  const character = text.charAt(at);
  const last = tokens.at(-1) ?? "[";
  const isDue = /[:,{[]/.test(last);
  const isInObject = open.at(-1)?.bracket === "{";
  const isKeyDue = isInObject && last !== ":";
  cursor.at = at;
  if (isKeyDue && open.length === 1) cursor.complete = tokens.length;
  if (last === ":" ? character === "" : isAtEnd(text, at))
    return isDue ? "cut" : "open";
  if (!isDue && matchAt(RUN_ON, text, at) !== undefined) return "open";
  if (last !== ":" && (character === "}" || character === "]"))
    return readClosing(cursor, character === "}" ? "{" : "[");
  if (!isDue && COMMA.test(character)) return addToken(cursor, ",", at + 1);
  if (!isDue && !mayLackComma(cursor, character)) return "broken";
  if (isKeyDue) return readKey(cursor);
  return readValue(cursor, isInObject ? "field" : "item");
}

function mayLackComma({ hasBareKeys }: Cursor, character: string): boolean {
  return (
    /["'“‘`＂「『{]/.test(character) ||
    (hasBareKeys && /[\p{L}_]/u.test(character))
  );
}

/** If their own brackets are missing, it closes all that were opened inside. */
function readClosing(cursor: Cursor, bracket: "{" | "["): State | undefined {
  const { text, at, open } = cursor;
  const index = open.findLastIndex((opened) => opened.bracket === bracket);
  const opened = open[index];
  if (opened === undefined) return "broken";
  open.length = index;
  const isDoubled = opened.isDoubled && text.startsWith("}}", at);
  addToken(cursor, text.charAt(at), at + (isDoubled ? 2 : 1));
  return index === 0 ? "closed" : undefined;
}

const BARE_KEY = /[\p{L}_$][\p{L}\d_$ -]{0,63}(?=\s*[:：])/uy;
const COLON = /[:：]|=>?/y;

function readKey(cursor: Cursor): State | undefined {
  const { text, at, isStrict } = cursor;
  const quoted = readQuoted(cursor, "key");
  if (quoted.kind === "cut") return "cut";
  const key = quoted.kind === "text" ? quoted.raw : matchAt(BARE_KEY, text, at);
  if (key === undefined) return "broken";
  cursor.hasBareKeys ||= quoted.kind === "none";
  const colonAt = skipBlanks(
    text,
    quoted.kind === "text" ? quoted.end : at + key.length,
  );
  const colon = matchAt(COLON, text, colonAt) ?? "";
  const name = decodeEscapes(key);
  addText(cursor, isStrict ? name : name.trim(), colonAt + colon.length);
  return addToken(cursor, ":", cursor.at);
}

function readValue(cursor: Cursor, place: "field" | "item"): State | undefined {
  const { text, at, open } = cursor;
  const character = text.charAt(at);
  if (character === "{" || character === "[") {
    // The prompt's template doubled them.
    const isDoubled = text.startsWith("{{", at);
    open.push({ bracket: character, isDoubled });
    addToken(cursor, character, at + (isDoubled ? 2 : 1));
    return open.length > MAX_DEPTH ? "broken" : undefined;
  }
  const end = endOfUnescapedJson(cursor);
  if (end !== undefined)
    return addText(cursor, decodeEscapes(text.slice(at + 1, end - 1)), end);
  const quoted = readQuoted(cursor, place);
  if (quoted.kind === "none") return readWord(cursor);
  return quoted.kind === "cut"
    ? "cut"
    : addText(cursor, decodeEscapes(quoted.raw), quoted.end);
}

const WORD = /[^,，{}[\]"`\n]+/y;
const LITERAL = /^(?:true|True|false|False|null|None|undefined)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const PLAIN =
  /^(?:[\p{L}\d_](?:[\p{L}\d_ '-]|\.(?!\.))*|[\d(][\d\s+\-*/().^%]*|\$[A-Z_]+)$/u;

/** Reads an unquoted value; expressions are `broken`. */
function readWord(cursor: Cursor): State | undefined {
  const { text, at } = cursor;
  const written = matchAt(WORD, text, at) ?? "";
  const end = at + written.length;
  const word = written.replace(/(?:\/\/|#).*$/, "").trim();
  if (LITERAL.test(word)) return addToken(cursor, word, end);
  if (end === text.length) return "cut";
  if (NUMBER.test(word)) return addToken(cursor, word, end);
  return PLAIN.test(word) ? addText(cursor, word, end) : "broken";
}

/**
 * The end of JSON between quotes whose own quotes are not escaped,
 * `"{"a": "b"}"`: it was meant as a string.
 */
function endOfUnescapedJson({
  text,
  at,
  isStrict,
}: Cursor): number | undefined {
  if (isStrict || !/^"[{[]\s*"/.test(text.slice(at, at + 40))) return undefined;
  const inner = readSkeleton(text.slice(at + 1), { isStrict: true });
  const end = at + 1 + inner.end;
  const isFollowed = /^"\s*[,}\]]/.test(text.slice(end, end + 40));
  return inner.state === "closed" && isFollowed ? end + 1 : undefined;
}

function addText(cursor: Cursor, text: string, end: number): undefined {
  addToken(cursor, `"${cursor.texts.length}"`, end);
  cursor.texts.push(text);
}

function addToken(cursor: Cursor, token: string, end: number): undefined {
  cursor.tokens.push(token);
  cursor.at = end;
}
