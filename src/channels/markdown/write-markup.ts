import { lengthIn } from "../../text/text.ts";
import type { Channel, LengthUnit } from "../../types/channel.ts";
import { splitMarkdown, type MessageLimit } from "./split-markdown.ts";
import {
  mergeAlike,
  plainText,
  SENTENCE_END,
  sliceStyledText,
  withoutLinks,
  type Run,
  type Style,
  type StyledText,
} from "./styled-text.ts";

/**
 * A platform's markup. Its input is untrusted: it must not be able to produce
 * markup.
 */
export interface Markup {
  /** Escapes one line so that it is shown verbatim. */
  escape(text: string): string;
  /** Marks on both sides of a span; empty if not supported. */
  readonly marks: Readonly<Record<"bold" | "italic" | "strikethrough", string>>;
  /** @param text marked up already */
  link(text: string, address: string): string;
  /** Inline code, unescaped. */
  code(text: string): string;
  /** Code block, unescaped, on separate lines. `language` may be empty. */
  pre(text: string, language: string): string;
  /** @param line line of a quote, marked up already */
  quote(line: string): string;
  /** Line break, if the platform renders a plain one as a space. */
  readonly lineBreak?: string;
}

/**
 * Longer link targets, or longer than half a part, are dropped to leave room
 * for text.
 */
const MAX_ADDRESS_LENGTH = 2_048;

/**
 * Creates a channel's `split` into parts with markup, of at most `max` units.
 */
export function createMarkupSplitter({
  markup,
  max,
  unit = "utf-16",
}: {
  markup: Markup;
  max: number;
  unit?: LengthUnit | undefined;
}): Channel["split"] {
  const limit: MessageLimit = {
    // A UTF-16 unit is at least one byte.
    maxLength: max,
    fittingLength: (text) =>
      findFitting(
        text,
        (part) => lengthIn(writeMarkup(part, markup), unit) <= max,
      ),
  };
  const maxAddress = Math.min(MAX_ADDRESS_LENGTH, max / 2);
  const restrict = (text: StyledText) =>
    withoutLinks(text, ({ length }) => length > maxAddress);
  return async (markdown, { sources, isOpen } = {}) => {
    const texts = await splitMarkdown(markdown, {
      sources,
      isOpen,
      limit,
      restrict,
    });
    return texts.map((text) => ({ text: writeMarkup(text, markup) }));
  };
}

/** Length of the longest prefix that fits, at least 1, by bisection. */
function findFitting(
  text: StyledText,
  fits: (beginning: StyledText) => boolean,
): number {
  const { length } = plainText(text);
  if (fits(text)) return length;
  let fitting = 1;
  let tooLong = length;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(sliceStyledText(text, 0, middle))) fitting = middle;
    else tooLong = middle;
  }
  return fitting;
}

function writeMarkup(text: StyledText, markup: Markup): string {
  let written = "";
  for (const { isQuote, runs } of toStretches(text)) {
    const block = writeRuns(runs, markup);
    written += isQuote ? lineEndOf(written) + quoteLines(block, markup) : block;
  }
  return written;
}

function quoteLines(block: string, markup: Markup): string {
  return block
    .split("\n")
    .map((line) => markup.quote(line))
    .join("\n");
}

/** Ends a line that has begun, e.g. with the mark of a list's item. */
function lineEndOf(written: string): string {
  return written === "" || written.endsWith("\n") ? "" : "\n";
}

/** Groups adjacent runs into quoted and unquoted ones. */
function toStretches(
  text: StyledText,
): readonly { isQuote: boolean; runs: Run[] }[] {
  const stretches: { isQuote: boolean; runs: Run[] }[] = [];
  for (const run of text) {
    const isQuote = run.style.quote !== undefined;
    const last = stretches.at(-1);
    if (last?.isQuote === isQuote) last.runs.push(run);
    else stretches.push({ isQuote, runs: [run] });
  }
  return stretches;
}

function writeRuns(runs: readonly Run[], markup: Markup): string {
  let written = "";
  let previous: Run | undefined;
  for (const run of mergeAlike(runs)) {
    const { text, style } = run;
    const piece = writeRun(run, markup);
    const isAfterBlock = previous?.style.pre !== undefined;
    if (style.pre !== undefined) written += lineEndOf(written);
    else if (isAfterBlock && !text.startsWith("\n")) written += "\n";
    const last = previous && { ...previous, written };
    if (last && clash(last, { ...run, written: piece }, markup))
      written += HAIR_SPACE;
    // Apps would take the text along that follows an address in brackets.
    const address = previous?.style.link ?? "";
    if (written.endsWith(` (${address})`) && !SENTENCE_END.test(text))
      written += " ";
    written += piece;
    previous = run;
  }
  return written;
}

function writeRun({ text, style }: Run, markup: Markup): string {
  if (style.pre !== undefined) return markup.pre(text, style.pre);
  return text
    .split("\n")
    .map((line) => writeLine(line, style, markup))
    .join(markup.lineBreak ?? "\n");
}

/** Keeps marks apart: apps read it as white space, and people hardly see it. */
const HAIR_SPACE = "\u200A";

interface WrittenRun extends Run {
  /** With markup; of the first of two, with all before it. */
  readonly written: string;
}

/**
 * Whether marks between the two would be shown as text, or end something else:
 * marks next to other marks, or between punctuation within and a letter
 * outside. Some apps take emoji for letters.
 */
function clash(before: WrittenRun, after: WrittenRun, markup: Markup): boolean {
  const closing = marksOf(before, markup);
  const opening = marksOf(after, markup);
  const closes = closing.some((mark) => before.written.endsWith(mark));
  const opens = opening.some((mark) => after.written.startsWith(mark));
  if (closes && opens) return true;
  if (closes)
    return (
      (areMixed(closing) || /[\p{P}\p{S}]$/u.test(before.text)) &&
      !/^[\p{P}\s]/u.test(after.written)
    );
  return (
    opens &&
    (areMixed(opening) || /^[\p{P}\p{S}]/u.test(after.text)) &&
    !/[\p{P}\s]$/u.test(before.written)
  );
}

function marksOf({ style }: Run, { marks }: Markup): readonly string[] {
  if (style.code) return [];
  const used = LOOKS.filter((look) => style[look]).map((look) => marks[look]);
  return used.filter((mark) => mark !== "");
}

/** `**~~a~~**`: the inner ones are punctuation within the outer ones. */
function areMixed(marks: readonly string[]): boolean {
  return new Set(marks.map((mark) => mark.charAt(0))).size > 1;
}

const LOOKS = ["strikethrough", "italic", "bold"] as const;

/** Places marks next to non-space, as they are shown as text otherwise. */
function writeLine(line: string, style: Style, markup: Markup): string {
  const core = line.trim();
  if (core === "") return line;
  const start = line.indexOf(core);
  const marked = style.code
    ? markup.code(core)
    : markStretch(markup.escape(core), style, markup);
  const linked =
    style.link === undefined ? marked : markup.link(marked, style.link);
  return line.slice(0, start) + linked + line.slice(start + core.length);
}

function markStretch(text: string, style: Style, { marks }: Markup): string {
  return LOOKS.filter((look) => style[look]).reduce(
    (marked, look) => `${marks[look]}${marked}${marks[look]}`,
    text,
  );
}
