import {
  COMMA,
  decodeEscapes,
  isAtEnd,
  readBareWord,
  readQuoted,
  skipBlanks,
  type Cursor,
} from "./loose-json-tokens.ts";

/** Longer texts count as cut off. */
export const MAX_REPAIRED_LENGTH = 64 * 1024;
const MAX_DEPTH = 64;
const COLON = /[:：]|=>?/y;
const RUN_ON =
  /```|(?:observation|thought|action|final[ _]?answer)[ \t]*[:：]/iy;

export type LooseJson =
  /** `isClosed`: no closing brackets are missing. */
  | {
      readonly kind: "object";
      readonly value: Readonly<Record<string, unknown>>;
      readonly end: number;
      readonly isClosed: boolean;
    }
  /** `cut`: the text ends inside a value. `value`: the complete fields. */
  | {
      readonly kind: "cut" | "broken";
      readonly value: Readonly<Record<string, unknown>>;
    };

export function repairJson(
  text: string,
  start: number,
  { isStrict }: { isStrict: boolean },
): LooseJson {
  const cursor: Cursor = {
    text: withPlainBrackets(text.slice(start, start + MAX_REPAIRED_LENGTH)),
    at: 0,
    failure: undefined,
    isClosed: true,
    isStrict,
    hasBareKeys: false,
    depth: 0,
    fields: [],
  };
  const value = readValue(cursor, "item");
  const { failure, fields, at, isClosed } = cursor;
  return failure === undefined && isRecord(value)
    ? { kind: "object", value, end: start + at, isClosed }
    : { kind: failure ?? "broken", value: toRecord(fields) };
}

/** Includes lists: callers inspect them only where lists are allowed. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Replaces full-width brackets if the first one is. */
function withPlainBrackets(source: string): string {
  if (!/^[｛［]/.test(source)) return source;
  return source.replaceAll(/[｛｝［］]/g, (bracket) =>
    "{}[]".charAt("｛｝［］".indexOf(bracket)),
  );
}

function readValue(cursor: Cursor, place: "field" | "item"): unknown {
  skipBlanks(cursor);
  const character = cursor.text.charAt(cursor.at);
  if (character === "") return fail(cursor, "cut");
  if (character === "{" || character === "[") {
    if (cursor.depth === MAX_DEPTH) return fail(cursor, "broken");
    // The prompt's template doubled them.
    const isDoubled = cursor.text.startsWith("{{", cursor.at);
    if (isDoubled) cursor.at++;
    cursor.depth++;
    const value = readEntries(cursor, character === "{" ? "}" : "]");
    cursor.depth--;
    if (isDoubled && cursor.text.charAt(cursor.at) === "}") cursor.at++;
    return value;
  }
  const nested = readUnescapedJson(cursor);
  if (nested !== undefined) return nested;
  return readQuoted(cursor, place) ?? readBareWord(cursor);
}

/**
 * Reads an object's fields or a list's items, including the closing bracket.
 */
function readEntries(cursor: Cursor, closing: "}" | "]"): unknown {
  const isObject = closing === "}";
  const isOutermost = isObject && cursor.depth === 1;
  const fields: [string, unknown][] = isOutermost ? cursor.fields : [];
  cursor.at++;
  let isMoreDue = false;
  for (;;) {
    skipBlanks(cursor);
    if (isClosedBy(cursor, closing, isMoreDue || fields.length === 0)) break;
    const key = isObject ? readKey(cursor) : "";
    if (key === undefined) return undefined;
    const value = readValue(cursor, isObject ? "field" : "item");
    if (cursor.failure !== undefined) return undefined;
    fields.push([key, value]);
    const next = readSeparator(cursor);
    if (next === "broken") return fail(cursor, "broken");
    if (next === "end") break;
    isMoreDue = next === "comma";
  }
  if (cursor.failure !== undefined) return undefined;
  return isObject ? toRecord(fields) : fields.map(([, value]) => value);
}

/** Of duplicate fields, the first wins, as with actions. */
function toRecord(
  fields: readonly (readonly [string, unknown])[],
): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [key, value] of fields)
    if (!values.has(key)) values.set(key, value);
  // Safe for a field named `__proto__`, unlike assignment.
  return Object.fromEntries(values);
}

/**
 * The closing bracket. If it is missing, the parent's bracket or the end of the
 * text closes, unless a value is due.
 */
function isClosedBy(
  cursor: Cursor,
  bracket: string,
  isMoreDue: boolean,
): boolean {
  const character = cursor.text.charAt(cursor.at);
  if (character === bracket) {
    cursor.at++;
    return true;
  }
  if (isAtEnd(cursor)) {
    if (isMoreDue) fail(cursor, "cut");
    cursor.isClosed = false;
    return true;
  }
  return (character === "}" || character === "]") && cursor.depth > 1;
}

function readKey(cursor: Cursor): string | undefined {
  const quoted = readQuoted(cursor, "key");
  const bare = /[\p{L}_$][\p{L}\d_$ -]{0,63}(?=\s*[:：])/uy;
  bare.lastIndex = cursor.at;
  const key = quoted ?? bare.exec(cursor.text)?.[0];
  if (cursor.failure !== undefined) return undefined;
  if (key === undefined) return fail(cursor, "broken");
  if (quoted === undefined) {
    cursor.at += key.length;
    cursor.hasBareKeys = true;
  }
  skipBlanks(cursor);
  if (cursor.at >= cursor.text.length) return fail(cursor, "cut");
  COLON.lastIndex = cursor.at;
  if (COLON.test(cursor.text)) cursor.at = COLON.lastIndex;
  return cursor.isStrict ? key : key.trim();
}

/**
 * Reads what follows a value: a comma, a bracket, or the end. A missing comma
 * is repaired before another key or value.
 */
function readSeparator(cursor: Cursor): "comma" | "none" | "end" | "broken" {
  skipBlanks(cursor);
  const character = cursor.text.charAt(cursor.at);
  if (COMMA.test(character)) {
    cursor.at++;
    return "comma";
  }
  if (isAtEnd(cursor) || /["'“‘`＂「『}\]{]/.test(character)) return "none";
  RUN_ON.lastIndex = cursor.at;
  if (RUN_ON.test(cursor.text)) {
    cursor.isClosed = false;
    return "end";
  }
  return cursor.hasBareKeys && /[\p{L}_]/u.test(character) ? "none" : "broken";
}

/**
 * Reads JSON between quotes whose own quotes are not escaped, `"{"a": "b"}"`,
 * as the string it was meant to be.
 */
function readUnescapedJson(cursor: Cursor): string | undefined {
  if (
    cursor.isStrict ||
    !/^"[{[]\s*"/.test(cursor.text.slice(cursor.at, cursor.at + 40))
  )
    return undefined;
  const inner: Cursor = {
    ...cursor,
    at: cursor.at + 1,
    isStrict: true,
    fields: [],
    depth: 0,
  };
  readValue(inner, "item");
  const after = cursor.text.slice(inner.at, inner.at + 40);
  if (
    inner.failure !== undefined ||
    !inner.isClosed ||
    !/^"\s*[,}\]]/.test(after)
  )
    return undefined;
  const source = cursor.text.slice(cursor.at + 1, inner.at);
  cursor.at = inner.at + 1;
  return decodeEscapes(source);
}

function fail(cursor: Cursor, failure: "cut" | "broken"): undefined {
  cursor.failure ??= failure;
  return undefined;
}
