import { toAddress } from "../../document/find-addresses.ts";
import { segmentText } from "../../text/text.ts";
import type { SourceList } from "../../types/turn.ts";
import { distinctSources } from "./distinct-sources.ts";
import { readMarkdown } from "./read-markdown.ts";
import {
  plainText,
  sliceStyledText,
  styled,
  type Run,
  type Style,
  type StyledText,
} from "./styled-text.ts";

/** Limit of a platform's message. */
export interface MessageLimit {
  /** Upper bound in UTF-16 units, whatever unit the platform counts in. */
  readonly maxLength: number;
  /**
   * Length of the longest prefix that fits into a message with its markup, in
   * UTF-16 units, at least 1. The text has at most `maxLength` units.
   */
  readonly fittingLength: (text: StyledText) => number;
}

/**
 * Splits Markdown into a platform's messages, with the sources at the end.
 * Empty if the text shows nothing.
 */
export async function splitMarkdown(
  markdown: string,
  {
    sources = { label: "", sources: [] },
    isOpen,
    limit,
    restrict,
  }: {
    sources?: SourceList | undefined;
    /** The text is still being written. */
    isOpen?: boolean | undefined;
    limit: MessageLimit;
    /** Removes markup that the platform would reject; keeps the text. */
    restrict: (text: StyledText) => StyledText;
  },
): Promise<readonly StyledText[]> {
  // Lone surrogates are not valid Unicode and cannot be sent.
  const source = markdown.toWellFormed();
  const text = await readMarkdown(source, { isOpen });
  // The source is better than no reply if the Markdown shows nothing, such as
  // an empty heading.
  const shown = trimEnds(isVisible(text) ? text : styled(source));
  if (!isVisible(shown)) return [];
  return splitStyledText(restrict([...shown, ...listSources(sources)]), limit);
}

/**
 * Splits the text into visible parts of at most `maxLength` UTF-16 units, or
 * fewer if the markup needs room: see `fittingLength`. Cuts between paragraphs
 * if possible, else between lines, sentences or words, and within a word only
 * if it is too long alone; never within a grapheme cluster. Drops white space
 * at a cut.
 */
export function splitStyledText(
  text: StyledText,
  limit: MessageLimit,
): readonly StyledText[] {
  const parts: StyledText[] = [];
  let rest = text;
  while (rest.length > 0) {
    const cut = findCut(rest, limit);
    parts.push(trimEnds(sliceStyledText(rest, 0, cut)));
    rest = sliceStyledText(rest, cut);
  }
  return parts.filter(isVisible);
}

/** Units of lookahead, to detect a split character. */
const AHEAD = 2;

/** The best position to cut: the end of the text if it fits, and at least 1. */
function findCut(
  rest: StyledText,
  { maxLength, fittingLength }: MessageLimit,
): number {
  const text = sliceStyledText(rest, 0, maxLength + AHEAD);
  const ahead = plainText(text);
  const limit = fittingLength(sliceStyledText(text, 0, maxLength));
  if (limit === ahead.length) return limit;
  const half = Math.floor(limit / 2);
  const window = ahead.slice(0, limit);
  const clusters = segmentText(ahead, { granularity: "grapheme" });
  /**
   * The last end of a match at or after `least`, outside of a cluster: a space
   * or full stop may be the start of one.
   */
  const lastEnd = (pattern: RegExp, least: number, within = window) =>
    [...within.matchAll(pattern)]
      .map(({ index, 0: { length } }) => index + length)
      .findLast(
        (end) => end >= least && clusters.containing(end)?.index === end,
      );
  return (
    lastEnd(/\n{2,}/g, half, hideCode(text).slice(0, limit)) ??
    lastEnd(/\n+/g, half) ??
    lastEnd(/[.!?…]["'”’)\]]*\s+|[。！？；]["'”’）」』】]*/g, half) ??
    lastEnd(/\s+|[，、：]/g, 1) ??
    lastCharacterEnd(clusters, ahead, limit)
  );
}

/** Masks line breaks in code, where blank lines separate no paragraphs. */
function hideCode(text: StyledText): string {
  return text
    .map((run) =>
      run.style.pre === undefined
        ? run.text
        : run.text.replaceAll("\n", "\u{FFFC}"),
    )
    .join("");
}

/** The last cluster boundary up to the limit. */
function lastCharacterEnd(
  clusters: Intl.Segments,
  text: string,
  limit: number,
): number {
  const next = clusters.containing(limit);
  if (next !== undefined && next.index > 0) return next.index;
  // One cluster exceeds the limit, e.g. many combining marks. Keep surrogate
  // pairs whole at least.
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1))
    ? Math.max(1, limit - 1)
    : limit;
}

function trimEnds(text: StyledText): StyledText {
  const first = text.findIndex((run) => leadingSpace(run) < run.text.length);
  const [run, ...others] = text.slice(Math.max(0, first));
  if (first === -1 || run === undefined) return [];
  const visible = [run, ...others];
  const end = plainText(visible).trimEnd().length;
  return sliceStyledText(visible, leadingSpace(run), end);
}

/**
 * Length of white space to trim. Code keeps its indentation, and a space with a
 * combining mark is no white space.
 */
function leadingSpace({ text, style }: Run): number {
  if (style.pre !== undefined) return /^\n*/.exec(text)?.[0].length ?? 0;
  // Avoids creating a segmenter, which takes 12 ms the first time.
  if (!/^\s/.test(text)) return 0;
  let length = 0;
  for (const { segment } of segmentText(text, { granularity: "grapheme" })) {
    if (segment.trim() !== "") break;
    length += segment.length;
  }
  return length;
}

/**
 * Platforms reject messages of only white space, control and format characters,
 * or blank Braille and Hangul.
 */
function isVisible(text: StyledText): boolean {
  return /[^\s\p{Cc}\p{Cf}\u2800\u3164\u115F\u1160\uFFA0]/u.test(
    plainText(text),
  );
}

/** More would not help in a chat. */
const MAX_SOURCES = 10;

/** A folded list of links; empty without sources. */
function listSources({ label, sources }: SourceList): StyledText {
  const folded: Style = { quote: "folded" };
  const shown = distinctSources(sources, { limit: MAX_SOURCES });
  if (shown.length === 0) return [];
  return [
    ...styled("\n\n"),
    ...styled(label, { ...folded, bold: true }),
    ...shown.flatMap(({ title, url }, index) => [
      ...styled(`\n${index + 1}. `, folded),
      ...styled(title, { ...folded, ...linkTo(url) }),
    ]),
  ];
}

function linkTo(url: string): Pick<Style, "link"> {
  const link = toAddress(url);
  return link === undefined ? {} : { link };
}
