import { isStopWord } from "./stop-words.ts";
import { findWords, toPairs, type Word } from "./write-pairs.ts";

/** In UTF-16 units; more than a telling query has. */
const MAX_LENGTH = 500;
const MAX_WORDS = 32;

/** Knows the words of Chinese and Japanese from a dictionary. */
const SEGMENTER = new Intl.Segmenter("zh", { granularity: "word" });

/** Expressions for `MATCH` of SQLite's FTS5, over texts that `writePairs` wrote: https://www.sqlite.org/fts5.html#full_text_query_syntax */
export interface Match {
  /** The words of the query that tell something; all of them where none does. */
  readonly words: readonly string[];
  /** Texts with all words; with these words in this order where none of them tells anything. */
  readonly all: string;
  /** Texts with some of the words, or parts of them; left out where none of them tells anything. */
  readonly any?: string;
}

/**
 * What to match for a query; `undefined` where it has no words. Each is quoted and holds letters, digits and marks
 * alone: nothing in a query is a command.
 */
export function toMatch(query: string): Match | undefined {
  const found = findWords(query.slice(0, MAX_LENGTH));
  const telling = found
    .flatMap(splitRun)
    .filter(({ text }) => !isStopWord(text));
  if (found.length === 0) return undefined;
  if (telling.length === 0) return matchInOrder(found);

  const distinct = new Map(telling.map((word) => [word.text, word]));
  const words = [...distinct.values()].slice(0, MAX_WORDS);
  return {
    words: words.map(({ text }) => text),
    all: words.map((word) => toTerms(word).join(" + ")).join(" AND "),
    any: listParts(words).join(" OR "),
  };
}

/** Without characters by themselves, which nearly everything has, where there is more. */
function listParts(words: readonly Word[]): readonly string[] {
  const parts = [...new Set(words.flatMap(toTerms))];
  const longer = parts.filter((part) => !part.endsWith("*"));
  return longer.length > 0 ? longer : parts;
}

/** What everything has tells something only as it stands; the beginning of a word may stand only at the end. */
function matchInOrder(found: readonly Word[]): Match {
  const words = found.slice(0, MAX_WORDS);
  const terms = words.flatMap(toTerms);
  const isPhrase = terms.slice(0, -1).every((term) => !term.endsWith("*"));
  return {
    words: words.map(({ text }) => text),
    all: terms.join(isPhrase ? " + " : " AND "),
  };
}

/** A run as its words. What the dictionary leaves as single characters side by side is one word, perhaps a name. */
function splitRun(word: Word): Word[] {
  if (!word.isRun) return [word];
  const parts: string[] = [];
  let isOpen = false;
  for (const { segment } of SEGMENTER.segment(word.text)) {
    const isSingle = Array.from(segment).length === 1 && !isStopWord(segment);
    if (isSingle && isOpen) parts.push(`${parts.pop()}${segment}`);
    else parts.push(segment);
    isOpen = isSingle;
  }
  return parts.map((text) => ({ text, isRun: true }));
}

/** How a word stands in the index: a character by itself begins some word there. */
function toTerms({ text, isRun }: Word): string[] {
  if (!isRun) return [`"${text}"`];
  const pairs = toPairs(text);
  return pairs.length === 0 ? [`"${text}"*`] : pairs.map((pair) => `"${pair}"`);
}
