import { segmentText } from "../text.ts";
import { isFaintWord, isStopWord } from "./stop-words.ts";
import { synonymsOf } from "./synonyms.ts";

/** In UTF-16 units; more than a telling query has. */
const MAX_LENGTH = 500;
const MAX_WORDS = 32;

/** Expressions for `MATCH` of SQLite's FTS5, over texts that `writePairs` wrote: https://www.sqlite.org/fts5.html#full_text_query_syntax */
export interface Match {
  /** The words of the query that tell something; all of them where none does. */
  readonly words: readonly string[];
  /** Texts with one of the words, in their order. */
  readonly each: readonly string[];
  /** Texts with all words or synonyms of theirs, but for faint words; with these words in this order where none of them tells anything. */
  readonly all: string;
  /** Texts with some of the words, or parts or synonyms of them; left out where none of them tells anything. */
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
  const strong = words.filter(({ text }) => !isFaintWord(text));
  const wanted = strong.length > 0 ? strong : words;
  return {
    words: words.map(({ text }) => text),
    each: words.map(toPhrase),
    all: wanted.map(matchMeaning).join(" AND "),
    any: listParts(wanted.flatMap(listMeanings)).join(" OR "),
  };
}

/** The word, or one of its synonyms. */
function matchMeaning(word: Word): string {
  const phrases = listMeanings(word).map(toPhrase);
  return phrases.length === 1 ? phrases.join() : `(${phrases.join(" OR ")})`;
}

function listMeanings(word: Word): Word[] {
  const others = synonymsOf(word.text);
  return [word, ...others.map((text) => ({ text, isRun: word.isRun }))];
}

function toPhrase(word: Word): string {
  return toTerms(word).join(" + ");
}

/** Without characters by themselves, which nearly everything has, where there is more. */
function listParts(words: readonly Word[]): readonly string[] {
  const parts = [...new Set(words.flatMap(toTerms))];
  const longer = parts.filter((part) => !part.endsWith("*"));
  return longer.length > 0 ? longer : parts;
}

/** Words that everything has mean something only as a phrase; FTS5 takes a prefix only at the end of one. */
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

/** A run as its words. What the dictionary leaves as single characters side by side is one word, perhaps a name. */
function splitRun(word: Word): Word[] {
  if (!word.isRun) return [word];
  const parts: string[] = [];
  let isOpen = false;
  // It knows the words of Chinese and Japanese from a dictionary.
  const found = segmentText(word.text, { granularity: "word", language: "zh" });
  for (const { segment } of found) {
    const isSingle = Array.from(segment).length === 1 && !isStopWord(segment);
    if (isSingle && isOpen) parts.push(`${parts.pop()}${segment}`);
    else parts.push(segment);
    isOpen = isSingle;
  }
  return parts.map((text) => ({ text, isRun: true }));
}

/** The terms of a word in the index: a character by itself is a prefix of some word there. */
function toTerms({ text, isRun }: Word): string[] {
  if (!isRun) return [`"${text}"`];
  const pairs = toPairs(text);
  return pairs.length === 0 ? [`"${text}"*`] : pairs.map((pair) => `"${pair}"`);
}

/** Characters of scripts that are written without blanks between words, or, as in Korean, with particles at them. */
const UNSPACED = String.raw`[[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]&&[\p{L}\p{N}]]`;

const UNSPACED_RUN = new RegExp(`${UNSPACED}+`, "gv");

/** A run of such characters, or a word of any other script with its marks. */
const WORD = new RegExp(
  `(?<run>${UNSPACED}+)|[[\\p{L}\\p{N}\\p{M}]--${UNSPACED}]+`,
  "gv",
);

/** A word of a text; `isRun` where nobody can tell how many words it is. */
interface Word {
  readonly text: string;
  readonly isRun: boolean;
}

/**
 * A text as a full-text index that splits at blanks and signs should have it. A run of Chinese, Japanese or Korean
 * becomes the pairs of its neighbours and its last character: `今天汇率` → `今天 天汇 汇率 率`. So each pair of neighbours is
 * a word, and each character the beginning of one. Full-width and other compatible forms are replaced (NFKC).
 */
export function writePairs(text: string): string {
  return normalise(text).replaceAll(
    UNSPACED_RUN,
    (run) => ` ${[...toPairs(run), Array.from(run).at(-1)].join(" ")} `,
  );
}

/** The words and runs of a text, in its order; none of them holds a blank or a sign. */
export function findWords(text: string): Word[] {
  return Array.from(normalise(text).matchAll(WORD), ([word, run]): Word => ({
    text: word,
    isRun: run !== undefined,
  }));
}

/** Every two neighbours of a run; none for a single character. */
function toPairs(run: string): string[] {
  const characters = Array.from(run);
  return characters
    .slice(1)
    .map((character, index) => `${characters[index]}${character}`);
}

function normalise(text: string): string {
  return text.toWellFormed().normalize("NFKC");
}
