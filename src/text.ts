import type { LengthUnit } from "./channel.ts";

/** A text's beginning, of at most `maxLength` UTF-16 units, without half a character at its end. */
export function cutText(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/**
 * A text for a script with labels like `User:`: all lines but its first are indented, so that people and tools
 * cannot write one that begins with a label.
 */
export function indentLines(text: string): string {
  return text.replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, "\n  ");
}

/** The text, or its beginning and `…` where it is longer than `maxLength` UTF-16 units; never half a character. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${cutText(text.toWellFormed(), maxLength - 1).trimEnd()}…`;
}

/**
 * Markdown that shows the text as it is. Opening brackets stay: they mean nothing without their closing ones, and with a
 * backslash they would begin a formula.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-'*-/:-@\\\]^_`{-~]/g, String.raw`\$&`);
}

/** JSON as a block of code in Markdown, whatever it holds. */
export function codeBlock(json: string): string {
  return `\`\`\`json\n${json.replaceAll("`", "\\u0060")}\n\`\`\``;
}

/** A quote in Markdown that shows the text as it is, but for the indentation of its lines. */
export function quoteText(text: string): string {
  return text
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${escapeMarkdown(line.trim())}`.trimEnd())
    .join("\n");
}

/** As SQLite and DynamoDB sort texts: by code points, which is the order of their UTF-8 bytes, and not by UTF-16 units. */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return rankOf(a) - rankOf(b);
  }
  return one.length - other.length;
}

/** Surrogates represent code points that sort after all others. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** The parts of a text by Unicode's rules. A segmenter is created with its first use, which takes 10 ms, and kept. */
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

/** How long a text is as a platform counts it. */
export function lengthIn(text: string, unit: LengthUnit = "utf-16"): number {
  if (unit === "utf-16") return text.length;
  return unit === "utf-8"
    ? new TextEncoder().encode(text).length
    : Array.from(text).length;
}
