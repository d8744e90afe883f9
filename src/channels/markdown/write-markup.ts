import type { Channel, LengthUnit } from "../../channel.ts";
import { lengthIn } from "../../text.ts";
import { type MessageLimit, splitMarkdown } from "./split-markdown.ts";
import {
  plainText,
  type Run,
  sliceStyledText,
  type Style,
  type StyledText,
} from "./styled-text.ts";

/** How a platform's text is marked up. What it gets is text of strangers: nothing of it may become markup of its own. */
export interface Markup {
  /** Text as it has to be written to be shown as it is; one line. */
  escape(text: string): string;
  /** What is on both sides of a stretch; empty where there is no such look. */
  readonly marks: Readonly<Record<"bold" | "italic" | "strikethrough", string>>;
  /** @param text written already */
  link(text: string, address: string): string;
  /** Code within a line, not escaped yet. */
  code(text: string): string;
  /** A block of code, not escaped yet, in lines of its own. `language` may be empty. */
  pre(text: string, language: string): string;
  /** @param line of a quote, written already */
  quote(line: string): string;
  /** The end of a line, where a plain one is read as a blank. */
  readonly lineBreak?: string;
}

/** Longer addresses, and those that fill half a part, take the room of what is to be read: their text stays. */
const MAX_ADDRESS_LENGTH = 2_048;

/** Makes the `split` of a channel whose parts are text with markup, of at most `max` units. */
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
    // A unit of UTF-16 is at least one byte, and at most one code point.
    maxLength: unit === "code-points" ? 2 * max : max,
    fittingLength: (text) =>
      findFitting(
        text,
        (part) => lengthIn(writeMarkup(part, markup), unit) <= max,
      ),
  };
  const maxAddress = Math.min(MAX_ADDRESS_LENGTH, max / 2);
  const restrict = (text: StyledText) => withoutLongLinks(text, maxAddress);
  return async (markdown, { sources } = {}) => {
    const texts = await splitMarkdown(markdown, { sources, limit, restrict });
    return texts.map((text) => ({ text: writeMarkup(text, markup) }));
  };
}

/** The longest beginning that fits, at least one unit, by bisection: what is longer takes more room. */
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

function withoutLongLinks(text: StyledText, maxLength: number): StyledText {
  return text.map((run): Run => {
    const { link = "", ...style } = run.style;
    return link.length > maxLength ? { ...run, style } : run;
  });
}

/** Writes styled text in a platform's markup. */
function writeMarkup(text: StyledText, markup: Markup): string {
  let written = "";
  for (const { isQuote, runs } of toStretches(text)) {
    const block = writeRuns(runs, markup);
    written += isQuote
      ? block
          .split("\n")
          .map((line) => markup.quote(line))
          .join("\n")
      : block;
  }
  return written;
}

/** Runs that are quoted, and runs that are not, in turn. */
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
  let isAfterBlock = false;
  for (const { text, style } of mergeAlike(runs)) {
    if (style.pre !== undefined) {
      const isLineStart = written === "" || written.endsWith("\n");
      written += `${isLineStart ? "" : "\n"}${markup.pre(text, style.pre)}`;
    } else {
      const lines = text
        .split("\n")
        .map((line) => writeLine(line, style, markup));
      const isLineEnd = !isAfterBlock || text.startsWith("\n");
      written += `${isLineEnd ? "" : "\n"}${lines.join(markup.lineBreak ?? "\n")}`;
    }
    isAfterBlock = style.pre !== undefined;
  }
  return written;
}

/** Neighbours that look the same are one: marks that touch each other are read as others. */
function mergeAlike(runs: readonly Run[]): readonly Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last !== undefined && isAlike(last.style, run.style))
      merged[merged.length - 1] = { ...last, text: last.text + run.text };
    else merged.push(run);
  }
  return merged;
}

function isAlike(one: Style, other: Style): boolean {
  return LOOKS.every((look) => one[look] === other[look]);
}

const LOOKS = [
  "link",
  "bold",
  "italic",
  "strikethrough",
  "code",
  "pre",
] as const satisfies readonly (keyof Style)[];

/** Marks must be next to what is not white space: otherwise they are shown as text. */
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
  const looks = ["strikethrough", "italic", "bold"] as const;
  return looks
    .filter((look) => style[look])
    .reduce((marked, look) => `${marks[look]}${marked}${marks[look]}`, text);
}
