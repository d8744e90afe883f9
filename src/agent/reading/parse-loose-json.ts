import { decodeEscapes } from "./decode-escapes.ts";
import {
  type Cursor,
  isAtEnd,
  readBareWord,
  readQuoted,
  skipBlanks,
} from "./loose-json-tokens.ts";

/** What stands at a place where an object begins. */
export type LooseJson =
  /** `isClosed` is false where nothing but closing brackets is missing. */
  | {
      readonly kind: "object";
      readonly value: Readonly<Record<string, unknown>>;
      readonly end: number;
      readonly isClosed: boolean;
    }
  /** `cut`: the text ends inside of a value. `value`: the fields that were complete. */
  | {
      readonly kind: "cut" | "broken";
      readonly value: Readonly<Record<string, unknown>>;
    };

/** Longer objects count as cut off, those over the second limit are read only when they are valid JSON. */
const MAX_LENGTH = 256 * 1024;
const MAX_REPAIRED_LENGTH = 64 * 1024;
const MAX_DEPTH = 64;
/** Escapes that decode without complaint where a model may have meant LaTeX, a pattern or a path. */
const DOUBTFUL_ESCAPE = /\\[bfnrt][A-Za-z]|\\[bf]/;
const RUN_ON =
  /```|(?:observation|thought|action|final[ _]?answer)[ \t]*[:：]/iy;

/**
 * Reads the JSON object or list that begins at `start`; what follows it is not looked at. Valid JSON is taken as it is; beyond
 * that only mistakes with one possible meaning are mended, so a text that ends inside of a value is `cut`, not closed.
 * (jsonrepair closes such a text, and does not say where the object ends.)
 */
export function parseLooseJson(text: string, start: number): LooseJson {
  const end = findClosingBracket(text, start);
  const source = end === undefined ? undefined : text.slice(start, end);
  const strict = source === undefined ? undefined : parseStrict(source);
  if (strict !== undefined && end !== undefined) {
    const isDoubtful =
      end - start <= MAX_REPAIRED_LENGTH && DOUBTFUL_ESCAPE.test(source ?? "");
    if (!isDoubtful)
      return { kind: "object", value: strict, end, isClosed: true };
  }
  return repair(text, start, strict !== undefined);
}

/** Where the bracket at `start` is closed, if all quotes in between are well set. */
function findClosingBracket(text: string, start: number): number | undefined {
  let depth = 0;
  let isInText = false;
  const limit = Math.min(text.length, start + MAX_LENGTH);
  for (let index = start; index < limit; index++) {
    const character = text.charCodeAt(index);
    if (isInText) {
      if (character === 0x5c) index++;
      else if (character === 0x22) isInText = false;
    } else if (character === 0x22) isInText = true;
    else if (character === 0x7b || character === 0x5b) depth++;
    else if ((character === 0x7d || character === 0x5d) && --depth === 0)
      return index + 1;
  }
  return undefined;
}

function parseStrict(source: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(source);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Lists count as records here: their readers look at them only where lists are allowed. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function repair(text: string, start: number, isStrict: boolean): LooseJson {
  const cursor: Cursor = {
    text: text.slice(start, start + MAX_REPAIRED_LENGTH),
    at: 0,
    failure: undefined,
    isClosed: true,
    isStrict,
    hasBareKeys: false,
    depth: 0,
    fields: [],
  };
  const value = readValue(cursor, "item");
  if (cursor.failure === undefined && isRecord(value))
    return {
      kind: "object",
      value,
      end: start + cursor.at,
      isClosed: cursor.isClosed,
    };
  return {
    kind: cursor.failure ?? "broken",
    value: Object.fromEntries(cursor.fields),
  };
}

function readValue(cursor: Cursor, place: "field" | "item"): unknown {
  skipBlanks(cursor);
  const character = cursor.text.charAt(cursor.at);
  if (character === "") return fail(cursor, "cut");
  if (character === "{" || character === "[") {
    if (cursor.depth === MAX_DEPTH) return fail(cursor, "broken");
    cursor.depth++;
    const value = character === "{" ? readFields(cursor) : readItems(cursor);
    cursor.depth--;
    return value;
  }
  const nested = readUnescapedJson(cursor);
  if (nested !== undefined) return nested;
  return readQuoted(cursor, place) ?? readBareWord(cursor);
}

function readFields(cursor: Cursor): unknown {
  const isOutermost = cursor.depth === 1;
  const fields: [string, unknown][] = isOutermost ? cursor.fields : [];
  cursor.at++;
  let isMoreDue = false;
  for (;;) {
    skipBlanks(cursor);
    if (isClosedBy(cursor, "}", isMoreDue || fields.length === 0)) break;
    const key = readKey(cursor);
    const value = key === undefined ? undefined : readValue(cursor, "field");
    if (key === undefined || cursor.failure !== undefined) return undefined;
    fields.push([key, value]);
    const next = readSeparator(cursor);
    if (next === "broken") return fail(cursor, "broken");
    if (next === "end") break;
    isMoreDue = next === "comma";
  }
  // Not by assignment: a field may be called `__proto__`.
  return cursor.failure === undefined ? Object.fromEntries(fields) : undefined;
}

function readItems(cursor: Cursor): unknown {
  const items: unknown[] = [];
  cursor.at++;
  let isMoreDue = false;
  for (;;) {
    skipBlanks(cursor);
    if (isClosedBy(cursor, "]", isMoreDue || items.length === 0)) break;
    const value = readValue(cursor, "item");
    if (cursor.failure !== undefined) return undefined;
    items.push(value);
    const next = readSeparator(cursor);
    if (next === "broken") return fail(cursor, "broken");
    if (next === "end") break;
    isMoreDue = next === "comma";
  }
  return cursor.failure === undefined ? items : undefined;
}

/** The bracket that closes; its parent's stands for it where it is missing, and so does the end, unless more was due. */
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
  const character = cursor.text.charAt(cursor.at);
  if (character === "") return fail(cursor, "cut");
  if (character === ":" || character === "：") cursor.at++;
  return key.trim();
}

/** After a value: a comma, a bracket, or the end; a missing comma is one where another key or value follows. */
function readSeparator(cursor: Cursor): "comma" | "none" | "end" | "broken" {
  skipBlanks(cursor);
  const character = cursor.text.charAt(cursor.at);
  if (character === "," || character === "，") {
    cursor.at++;
    return "comma";
  }
  if (isAtEnd(cursor) || /["'“‘`＂}\]{]/.test(character)) return "none";
  RUN_ON.lastIndex = cursor.at;
  if (RUN_ON.test(cursor.text)) {
    cursor.isClosed = false;
    return "end";
  }
  return cursor.hasBareKeys && /[\p{L}_]/u.test(character) ? "none" : "broken";
}

/** `"{"a": "b"}"`: JSON between quotes, none of its own quotes escaped. It stays the text that it was meant to be. */
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
