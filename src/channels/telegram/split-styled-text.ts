import { fittingLength } from "./fitting-length.ts";
import {
  plainText,
  type Run,
  sliceStyledText,
  type StyledText,
} from "./styled-text.ts";

/**
 * Cuts the text into parts of at most `maxLength` UTF-16 units, and shorter ones where there is more markup than a message
 * takes: see `fittingLength`. Each has something to see in it. A cut falls between paragraphs if it can, else between
 * lines, sentences or words, and within a word only where the word alone is too long; never within what a reader takes
 * for one character. White space at a cut is left out.
 */
export function splitStyledText(
  text: StyledText,
  { maxLength }: { maxLength: number },
): readonly StyledText[] {
  const plain = plainText(text);
  const parts: StyledText[] = [];
  let start = 0;
  while (start < plain.length) {
    const window = sliceStyledText(text, start, start + maxLength);
    const limit = fittingLength(window);
    const end =
      start + limit === plain.length
        ? plain.length
        : start +
          findCut(sliceStyledText(text, start, start + limit + AHEAD), limit);
    parts.push(trimEnds(sliceStyledText(text, start, end)));
    start = end;
  }
  return parts.filter(isVisible);
}

/** Units behind a window, which tell whether its last character is whole. */
const AHEAD = 2;

/** Where a text is best cut that goes on behind the limit; at least 1. */
function findCut(windowAndAhead: StyledText, limit: number): number {
  const ahead = plainText(windowAndAhead);
  const half = Math.floor(limit / 2);
  const window = ahead.slice(0, limit);
  const clusters = characters.segment(ahead);
  /** The last end of a match from `least` on. A space or a full stop may be the first half of a character. */
  const lastEnd = (pattern: RegExp, least: number, text = window) =>
    [...text.matchAll(pattern)]
      .map(({ index, 0: { length } }) => index + length)
      .findLast(
        (end) => end >= least && clusters.containing(end)?.index === end,
      );
  return (
    lastEnd(/\n{2,}/g, half, hideCode(windowAndAhead).slice(0, limit)) ??
    lastEnd(/\n+/g, half) ??
    lastEnd(/[.!?…]["'”’)\]]*\s+|[。！？；]["'”’）」』】]*/g, half) ??
    lastEnd(/\s+|[，、：]/g, 1) ??
    lastCharacterEnd(clusters, ahead, limit)
  );
}

/** The text with blank lines within code made unfindable: they part no paragraphs. */
function hideCode(text: StyledText): string {
  return text
    .map((run) =>
      run.style.pre === undefined
        ? run.text
        : run.text.replaceAll("\n", "\u{FFFC}"),
    )
    .join("");
}

const characters = new Intl.Segmenter("und", { granularity: "grapheme" });

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
  const plain = plainText(text);
  const [first] = text;
  const start = first === undefined ? 0 : leadingSpace(first);
  const trimmed = sliceStyledText(text, start, plain.trimEnd().length);
  return start > 0 && trimmed.length < text.length
    ? trimEnds(trimmed)
    : trimmed;
}

/** Indentation belongs to code, not to the cut; and a space that bears a mark is no white space. */
function leadingSpace({ text, style }: Run): number {
  if (style.pre !== undefined) return /^\n*/.exec(text)?.[0].length ?? 0;
  let length = 0;
  for (const { segment } of characters.segment(text)) {
    if (segment.trim() !== "") break;
    length += segment.length;
  }
  return length;
}

/** Telegram refuses messages that show nothing: white space, control and format characters, blank Braille and Hangul. */
function isVisible(text: StyledText): boolean {
  return /[^\s\p{Cc}\p{Cf}\u2800\u3164\u115F\u1160\uFFA0]/u.test(
    plainText(text),
  );
}
