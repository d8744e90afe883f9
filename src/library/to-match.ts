import { segmentText } from "../text/text.ts";
import { isGeneralWord, isStopWord } from "./stop-words.ts";
import { synonymsOf } from "./synonyms.ts";

/** In UTF-16 units; longer than any useful query. */
const MAX_LENGTH = 500;
const MAX_WORDS = 32;

/**
 * `MATCH` expressions of SQLite's FTS5 for texts indexed by `writePairs`:
 * https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
export interface Match {
  /** The query's words without stop words; all words if there are no others. */
  readonly words: readonly string[];
  /** Match texts with one of the words; in the order of `words`. */
  readonly each: readonly string[];
  /**
   * Matches texts with each word, except general ones, or a synonym of it. If
   * there are only stop words: texts with these words in this order.
   */
  readonly all: string;
  /**
   * Matches texts with some of the words, or parts or synonyms of them; missing
   * if there are only stop words.
   */
  readonly any?: string;
}

/**
 * Converts a query to match expressions; `undefined` if it has no words. All
 * terms are quoted and consist of letters, digits and marks, so a query cannot
 * inject FTS5 syntax.
 */
export function toMatch(query: string): Match | undefined {
  const found = findWords(query.slice(0, MAX_LENGTH));
  const significant = found
    .flatMap(splitRun)
    .filter(({ text }) => !isStopWord(text));
  if (found.length === 0) return undefined;
  if (significant.length === 0) return matchInOrder(found);

  const distinct = new Map(significant.map((word) => [word.text, word]));
  const words = [...distinct.values()].slice(0, MAX_WORDS);
  const specific = words.filter(({ text }) => !isGeneralWord(text));
  const wanted = specific.length > 0 ? specific : words;
  return {
    words: words.map(({ text }) => text),
    each: words.map(toPhrase),
    all: wanted.map(matchWordOrSynonym).join(" AND "),
    any: listParts(wanted.flatMap(withSynonyms)).join(" OR "),
  };
}

function matchWordOrSynonym(word: Word): string {
  const phrases = withSynonyms(word).map(toPhrase);
  return phrases.length === 1 ? phrases.join() : `(${phrases.join(" OR ")})`;
}

function withSynonyms(word: Word): Word[] {
  const others = synonymsOf(word.text);
  return [word, ...others.map((text) => ({ text, isRun: word.isRun }))];
}

function toPhrase(word: Word): string {
  return toTerms(word).join(" + ");
}

/**
 * Terms without single characters, which nearly every text contains, unless
 * there are no others.
 */
function listParts(words: readonly Word[]): readonly string[] {
  const parts = [...new Set(words.flatMap(toTerms))];
  const longer = parts.filter((part) => !part.endsWith("*"));
  return longer.length > 0 ? longer : parts;
}

/**
 * Stop words are significant only as a phrase. FTS5 allows a prefix only at the
 * end of one.
 */
function matchInOrder(found: readonly Word[]): Match {
  const words = found.slice(0, MAX_WORDS);
  const terms = words.flatMap(toTerms);
  const isPhrase = terms.slice(0, -1).every((term) => !term.endsWith("*"));
  return {
    words: words.map(({ text }) => text),
    each: words.map((word) => toTerms(word).join(" AND ")),
    all: terms.join(isPhrase ? " + " : " AND "),
  };
}

/**
 * Segments a run into words. Adjacent single characters that the dictionary
 * does not know are joined, since they may be a name.
 */
function splitRun(word: Word): Word[] {
  if (!word.isRun) return [word];
  const parts: string[] = [];
  let isOpen = false;
  // The segmenter's dictionary has Chinese and Japanese words.
  const found = segmentText(word.text, { granularity: "word", language: "zh" });
  for (const { segment } of found) {
    const isSingle = Array.from(segment).length === 1 && !isStopWord(segment);
    if (isSingle && isOpen) parts.push(`${parts.pop()}${segment}`);
    else parts.push(segment);
    isOpen = isSingle;
  }
  return parts.map((text) => ({ text, isRun: true }));
}

/** A word's terms in the index: pairs, or a prefix for a single character. */
function toTerms({ text, isRun }: Word): string[] {
  if (!isRun) return [`"${text}"`];
  const pairs = toPairs(text);
  return pairs.length === 0 ? [`"${text}"*`] : pairs.map((pair) => `"${pair}"`);
}

/**
 * Scripts without spaces between words, or, like Korean, with particles
 * attached.
 */
const UNSPACED = String.raw`[[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]&&[\p{L}\p{N}]]`;

const UNSPACED_RUN = new RegExp(`${UNSPACED}+`, "gv");

/** A run of such characters, or a word of any other script with its marks. */
const WORD = new RegExp(
  `(?<run>${UNSPACED}+)|[[\\p{L}\\p{N}\\p{M}]--${UNSPACED}]+`,
  "gv",
);

/**
 * `isRun`: characters without spaces between words, so possibly several words.
 */
interface Word {
  readonly text: string;
  readonly isRun: boolean;
}

/**
 * Prepares text for a full-text index that splits at spaces and punctuation. A
 * run of Chinese, Japanese or Korean becomes its pairs of adjacent characters
 * and its last character: `今天汇率` → `今天 天汇 汇率 率`. So each pair is a word in the
 * index, and each character a prefix of one. Normalises compatibility forms
 * such as full-width letters (NFKC).
 */
export function writePairs(text: string): string {
  return normalise(text).replaceAll(
    UNSPACED_RUN,
    (run) => ` ${[...toPairs(run), Array.from(run).at(-1)].join(" ")} `,
  );
}

/** Words and runs in text order, without spaces or punctuation. */
export function findWords(text: string): Word[] {
  return Array.from(normalise(text).matchAll(WORD), ([word, run]): Word => ({
    text: word,
    isRun: run !== undefined,
  }));
}

/** Pairs of adjacent characters; none for a single one. */
function toPairs(run: string): string[] {
  const characters = Array.from(run);
  return characters
    .slice(1)
    .map((character, index) => `${characters[index]}${character}`);
}

function normalise(text: string): string {
  return text.toWellFormed().normalize("NFKC");
}
