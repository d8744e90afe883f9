import type { LengthUnit } from "../types/channel.ts";

/**
 * The first `maxLength` UTF-16 units of a text at most, without splitting a
 * surrogate pair.
 */
export function cutText(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** Length of the common beginning, without splitting a surrogate pair. */
export function lengthInCommon(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  const isHalf = /[\uD800-\uDBFF]/.test(one.charAt(length - 1));
  return isHalf ? length - 1 : length;
}

/**
 * Indents all lines but the first, for transcripts with labels like `User:`, so
 * that users and tools cannot forge a labelled line.
 */
export function indentLines(text: string): string {
  return text.replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, "\n  ");
}

/**
 * Shortens a text to `maxLength` UTF-16 units with a final `…`, without
 * splitting a surrogate pair.
 */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${cutText(text.toWellFormed(), maxLength - 1).trimEnd()}…`;
}

/**
 * Escapes a text so that Markdown shows it verbatim. Leaves opening brackets
 * alone: they mean nothing without closing ones, and an escaped one would start
 * a formula.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-'*-/:-@\\\]^_`{-~]/g, String.raw`\$&`);
}

/** A Markdown quote that shows the text verbatim, except for indentation. */
export function quoteText(text: string): string {
  return text
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${escapeMarkdown(line.trim())}`.trimEnd())
    .join("\n");
}

/**
 * Compares by code points, as SQLite and DynamoDB do, which is also the order
 * of UTF-8 bytes, rather than by UTF-16 units.
 */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return rankOf(a) - rankOf(b);
  }
  return one.length - other.length;
}

/** Sorts surrogates, which encode code points above U+FFFF, last. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** For searches in which case and width do not matter. */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

const segmenters = new Map<string, Intl.Segmenter>();

/**
 * Splits a text by Unicode's rules. Segmenters are cached, since creating one
 * takes 10 ms.
 */
export function segmentText(
  text: string,
  {
    granularity,
    language = "und",
  }: { granularity: "grapheme" | "word" | "sentence"; language?: string },
): Intl.Segments {
  const key = `${language} ${granularity}`;
  const segmenter =
    segmenters.get(key) ?? new Intl.Segmenter(language, { granularity });
  segmenters.set(key, segmenter);
  return segmenter.segment(text);
}

export function withCommas(count: number): string {
  return count.toLocaleString("en");
}

/** E.g. "1 step", "2,000 steps". */
export function countOf(count: number, thing: string): string {
  return `${withCommas(count)} ${thing}${count === 1 ? "" : "s"}`;
}

/** Length of a text in a platform's unit. */
export function lengthIn(text: string, unit: LengthUnit = "utf-16"): number {
  return unit === "utf-16"
    ? text.length
    : new TextEncoder().encode(text).length;
}

/**
 * The code or name of an error, if it is one: an identifier, e.g.
 * `context_length_exceeded`, which people's texts are not.
 */
export function toCode(value: unknown): string | undefined {
  const isCode =
    typeof value === "number" ||
    (typeof value === "string" && /^[A-Za-z][\w.:-]{0,63}$/.test(value));
  return isCode ? String(value) : undefined;
}
