export interface Passage {
  readonly text: string;
  /** Where the next one begins; the text's length behind its last. */
  readonly end: number;
}

/** Where a passage may end, best first: behind a paragraph, a sentence or a line, a word. */
const ENDS = [/\n\n/g, /[。！？]|[.!?…]["'”’)\]]*\s|\n/g, /\s/g];

/**
 * The part of a text from `start` on, of at most `maxLength` UTF-16 units. It ends where a paragraph does, else a
 * sentence, else a word, if that leaves more than half of the room used; never inside a character.
 */
export function takePassage(
  text: string,
  { start, maxLength }: { start: number; maxLength: number },
): Passage {
  const from = startOfCharacter(text, start);
  const end = findEnd(text, { from, limit: from + maxLength });
  return { text: text.slice(from, end).trim(), end };
}

function findEnd(
  text: string,
  { from, limit }: { from: number; limit: number },
): number {
  if (limit >= text.length) return text.length;
  const window = text.slice(from, limit);
  for (const pattern of ENDS) {
    const last = Array.from(window.matchAll(pattern)).at(-1);
    const length = last === undefined ? 0 : last.index + last[0].length;
    if (length > window.length / 2) return from + length;
  }
  return startOfCharacter(text, limit);
}

/** One unit back from the middle of a pair. */
function startOfCharacter(text: string, index: number): number {
  const isInPair =
    /[\uD800-\uDBFF]/.test(text[index - 1] ?? "") &&
    /[\uDC00-\uDFFF]/.test(text[index] ?? "");
  return isInPair ? index - 1 : index;
}
