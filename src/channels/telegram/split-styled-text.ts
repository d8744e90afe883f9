import { plainText, sliceStyledText, type StyledText } from "./styled-text.ts";

/**
 * Cuts the text into parts of at most `maxLength` UTF-16 units, each with something to see in it. A cut falls between
 * paragraphs if it can, else between lines, sentences or words, and within a word only where the word alone is too
 * long; never within what a reader takes for one character. White space at a cut is left out.
 */
export function splitStyledText(
  text: StyledText,
  { maxLength }: { maxLength: number },
): readonly StyledText[] {
  const plain = plainText(text);
  const parts: StyledText[] = [];
  let start = 0;
  while (start < plain.length) {
    const end =
      plain.length - start <= maxLength
        ? plain.length
        : start +
          findCut(sliceStyledText(text, start, start + maxLength + AHEAD));
    parts.push(trimEnds(sliceStyledText(text, start, end)));
    start = end;
  }
  return parts.filter(isVisible);
}

/** Units behind a window, which tell whether its last character is whole. */
const AHEAD = 2;

/** Where a text is best cut that goes on behind this window; at least 1. */
function findCut(windowAndAhead: StyledText): number {
  const ahead = plainText(windowAndAhead);
  const limit = ahead.length - AHEAD;
  const half = Math.floor(limit / 2);
  const window = ahead.slice(0, limit);
  return (
    lastEnd(hideCode(windowAndAhead).slice(0, limit), /\n{2,}/g, half) ??
    lastEnd(window, /\n+/g, half) ??
    lastEnd(window, /[.!?…]["'”’)\]]*\s+|[。！？；]["'”’）」』】]*/g, half) ??
    lastEnd(window, /\s+|[，、：]/g, 1) ??
    lastCharacterEnd(ahead, limit)
  );
}

/** The end of the last match that ends at `least` or later. */
function lastEnd(
  text: string,
  pattern: RegExp,
  least: number,
): number | undefined {
  let end = 0;
  for (const match of text.matchAll(pattern))
    end = match.index + match[0].length;
  return end >= Math.max(least, 1) ? end : undefined;
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
function lastCharacterEnd(text: string, limit: number): number {
  const next = characters.segment(text).containing(limit);
  if (next !== undefined && next.index > 0) return next.index;
  // One cluster is longer than the limit, as in text with heaps of combining marks. Keep at least surrogate pairs whole.
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
}

function trimEnds(text: StyledText): StyledText {
  const plain = plainText(text);
  // Indentation belongs to code, not to the cut.
  const [first] = text;
  const leading = first?.style.pre === undefined ? /^\s*/ : /^\n*/;
  const start = leading.exec(first?.text ?? "")?.[0].length ?? 0;
  const trimmed = sliceStyledText(text, start, plain.trimEnd().length);
  return start > 0 && trimmed.length < text.length
    ? trimEnds(trimmed)
    : trimmed;
}

/** Telegram refuses messages that show nothing: white space, control and format characters, blank Braille and Hangul. */
function isVisible(text: StyledText): boolean {
  return /[^\s\p{Cc}\p{Cf}\u2800\u3164\u115F\u1160\uFFA0]/u.test(
    plainText(text),
  );
}
