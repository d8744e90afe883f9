import { segmentText } from "../../text.ts";
import type { SourceList } from "../../turn.ts";
import { distinctSources } from "../reply-body.ts";
import { readMarkdown } from "./read-markdown.ts";
import {
  linkTo,
  plainText,
  type Run,
  sliceStyledText,
  type Style,
  styled,
  type StyledText,
} from "./styled-text.ts";

/** How much of a text one message of a platform shows. */
export interface MessageLimit {
  /** UTF-16 units that a message has at most, by whatever the platform counts. */
  readonly maxLength: number;
  /**
   * UTF-16 units from the text's beginning that one message shows, with all markup and in the platform's own units; at least 1. It is asked for no more
   * than `maxLength` units. All of them, where it is left out.
   */
  readonly fittingLength?: (text: StyledText) => number;
}

/** Markdown → the parts of a platform's messages, with the sources at their end. None where there is nothing to see in the text. */
export async function splitMarkdown(
  markdown: string,
  {
    sources,
    limit,
    restrict = (text) => text,
  }: {
    sources?: SourceList | undefined;
    limit: MessageLimit;
    /** Takes away of the markup what the platform would refuse; the text stays. */
    restrict?: (text: StyledText) => StyledText;
  },
): Promise<readonly StyledText[]> {
  // Half a surrogate pair cannot be sent: it is not valid Unicode.
  const source = markdown.toWellFormed();
  const parts = splitStyledText(restrict(await readMarkdown(source)), limit);
  // Markdown that shows nothing, such as an empty heading, is better than no reply.
  const shown =
    parts.length > 0 ? parts : splitStyledText(styled(source), limit);
  return appendSources(shown, { list: sources, limit, restrict });
}

/**
 * Cuts the text into parts of at most `maxLength` UTF-16 units, and shorter ones where there is more markup than a message
 * takes: see `fittingLength`. Each has something to see in it. A cut falls between paragraphs if it can, else between
 * lines, sentences or words, and within a word only where the word alone is too long; never within what a reader takes
 * for one character. White space at a cut is left out.
 */
export function splitStyledText(
  text: StyledText,
  limit: MessageLimit,
): readonly StyledText[] {
  const { maxLength } = limit;
  // The rest of the text in reverse, so that each part takes time for its own length alone.
  const rest = text.toReversed();
  const parts: StyledText[] = [];
  while (rest.length > 0) {
    const taken = takeRuns(rest, maxLength + AHEAD);
    const cut = findCut(sliceStyledText(taken, 0, maxLength + AHEAD), limit);
    parts.push(trimEnds(sliceStyledText(taken, 0, cut)));
    rest.push(...sliceStyledText(taken, cut).toReversed());
  }
  return parts.filter(isVisible);
}

function lengthOf(text: StyledText): number {
  return plainText(text).length;
}

/** Units after a part, which show whether its last character is whole. */
const AHEAD = 2;

/** Moves runs with at least that many units from the end of the reversed text, or all of them. */
function takeRuns(reversed: Run[], length: number): StyledText {
  const taken: Run[] = [];
  for (let units = 0; units < length;) {
    const run = reversed.pop();
    if (run === undefined) break;
    taken.push(run);
    units += run.text.length;
  }
  return taken;
}

/** Where the text is best cut: at its end where it fits, and at 1 at the earliest. */
function findCut(
  text: StyledText,
  { maxLength, fittingLength = lengthOf }: MessageLimit,
): number {
  const ahead = plainText(text);
  const limit = fittingLength(sliceStyledText(text, 0, maxLength));
  if (limit === ahead.length) return limit;
  const half = Math.floor(limit / 2);
  const window = ahead.slice(0, limit);
  const clusters = segmentText(ahead, { granularity: "grapheme" });
  /** The last end of a match from `least` on. A space or a full stop may be the first half of a character. */
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

/** The text without the blank lines of code, which separate no paragraphs. */
function hideCode(text: StyledText): string {
  return text
    .map((run) =>
      run.style.pre === undefined
        ? run.text
        : run.text.replaceAll("\n", "\u{FFFC}"),
    )
    .join("");
}

/** The last border between grapheme clusters up to the limit. */
function lastCharacterEnd(
  clusters: Intl.Segments,
  text: string,
  limit: number,
): number {
  const next = clusters.containing(limit);
  if (next !== undefined && next.index > 0) return next.index;
  // One cluster is longer than the limit, as in text with heaps of combining marks. Keep at least surrogate pairs whole.
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

/** The indentation of code stays, and so does a space with a combining mark, which is not white space. */
function leadingSpace({ text, style }: Run): number {
  if (style.pre !== undefined) return /^\n*/.exec(text)?.[0].length ?? 0;
  // Most texts have none; the first segmenter of a process takes 12 ms.
  if (!/^\s/.test(text)) return 0;
  let length = 0;
  for (const { segment } of segmentText(text, { granularity: "grapheme" })) {
    if (segment.trim() !== "") break;
    length += segment.length;
  }
  return length;
}

/** Platforms refuse messages that show nothing: white space, control and format characters, blank Braille and Hangul. */
function isVisible(text: StyledText): boolean {
  return /[^\s\p{Cc}\p{Cf}\u2800\u3164\u115F\u1160\uFFA0]/u.test(
    plainText(text),
  );
}

/** Puts the sources as a folded list of links after the last part, or into a part of its own where that is full. */
function appendSources(
  parts: readonly StyledText[],
  {
    list,
    limit,
    restrict,
  }: {
    list: SourceList | undefined;
    limit: MessageLimit;
    restrict: (text: StyledText) => StyledText;
  },
): readonly StyledText[] {
  const last = parts.at(-1);
  const texts = list === undefined ? [] : listSources(list).map(restrict);
  const sources = texts.findLast((text) => fits(text, limit)) ?? [];
  if (last === undefined || sources.length === 0) return parts;
  const joined = [...last, ...styled("\n\n"), ...sources];
  return fits(joined, limit)
    ? [...parts.slice(0, -1), joined]
    : [...parts, sources];
}

function fits(
  text: StyledText,
  { maxLength, fittingLength = lengthOf }: MessageLimit,
): boolean {
  const length = lengthOf(text);
  return length <= maxLength && fittingLength(text) === length;
}

/** More are no help in a chat. */
const MAX_SOURCES = 10;

/** The list of the first source, of the first two, and so on. */
function listSources({ label, sources }: SourceList): readonly StyledText[] {
  const folded: Style = { quote: "folded" };
  const shown = distinctSources(sources, { limit: MAX_SOURCES });
  const items = shown.map(({ title, url }, index) => [
    ...styled(`\n${index + 1}. `, folded),
    ...styled(title, { ...folded, ...linkTo(url) }),
  ]);
  const heading = styled(label, { ...folded, bold: true });
  return items.map((_, index) => [
    ...heading,
    ...items.slice(0, index + 1).flat(),
  ]);
}
