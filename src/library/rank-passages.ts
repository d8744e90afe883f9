import type { Passage } from "../library.ts";
import { findWords } from "./to-match.ts";

/** A passage that the index has found. */
export interface Candidate extends Passage {
  /** The index's own opinion, from 0 to 1 for the best of all. */
  readonly score: number;
}

/** A word of a query, and in what share of all passages the index finds it, from 0 to 1. */
export interface QueryWord {
  readonly text: string;
  readonly share: number;
}

/** What a passage is worth: found with `npm run bench:library` on half of its questions. */
const WEIGHTS = {
  index: 0.5,
  /** Words of the query in the document's title. */
  title: 0.5,
  /** In the last heading, where it says little else. */
  heading: 0.35,
  /** Anywhere; squared, since a passage with all words is worth more than two with half of them. */
  coverage: 0.25,
  /** A figure in a line with the words, where the question asks how many. */
  quantity: 0.2,
  /** Code, where the question asks how to do something. */
  instruction: 0.1,
  /** Lists of links lead to answers, and hold none. */
  links: -0.5,
  /** So do tables of figures without words. */
  figures: -0.3,
  /** In the other script than the question's, which its reader may not read. */
  script: -0.3,
};

/** Below this share of the best passage's value, another one only has a word in common with the query. */
const MIN_SHARE_OF_BEST = 0.4;

/**
 * Sorts passages by how well they answer a question, and leaves out those that fit far worse than the best. A line that
 * quotes the whole question in the middle of something else does not answer it. Meant for the few dozen passages that an
 * index prefers: each is read whole.
 */
export function rankPassages<Found extends Candidate>(
  candidates: readonly Found[],
  { query, words }: { query: string; words: readonly QueryWord[] },
): Found[] {
  const terms = words.map(toTerm);
  const valued = candidates
    .map((candidate) => ({
      candidate,
      value: valueOf(candidate, terms, query),
    }))
    .toSorted((one, other) => other.value - one.value);
  const least = (valued[0]?.value ?? 0) * MIN_SHARE_OF_BEST;
  return valued
    .filter(({ value }) => value >= least)
    .map(({ candidate }) => candidate);
}

const ASKS_HOW_MANY =
  /\bhow (?:many|much|long|large|big|often|fast)\b|多少|多久|多大|多长|几[个次条天分]/i;
const ASKS_HOW = /\bhow (?:do|can|to)\b|怎么|怎样|如何/i;

function valueOf(
  { title, heading, text, score }: Candidate,
  terms: readonly Term[],
  query: string,
): number {
  const lines = text.split(LINE_END).filter((line) => line.trim() !== "");
  const told = lines.filter((line) => !quotes(line, query));
  const last = heading.split(" › ").at(-1) ?? "";
  const shares = told.map((line) => sharesOf(line, terms));
  const inText = terms.map((_, index) =>
    Math.max(0, ...shares.map((those) => those[index] ?? 0)),
  );
  const above = sharesOf(`${title}\n${heading}`, terms);
  const coverage = weigh(
    terms,
    terms.map((_, index) => Math.max(inText[index] ?? 0, above[index] ?? 0)),
  );
  const inLast = sharesOf(last, terms);
  const focus =
    inLast.filter((share) => share > 0).length / Math.max(1, countWords(last));
  const withFigures = shares.filter((_, index) => /\d/.test(told[index] ?? ""));

  return (
    WEIGHTS.index * score * (told.length / Math.max(1, lines.length)) +
    WEIGHTS.title * weigh(terms, sharesOf(title, terms)) +
    WEIGHTS.heading *
      weigh(terms, sharesOf(heading, terms)) *
      Math.min(1, focus) +
    WEIGHTS.coverage * coverage ** 2 +
    (ASKS_HOW_MANY.test(query)
      ? WEIGHTS.quantity *
        Math.max(0, ...withFigures.map((those) => weigh(terms, those)))
      : 0) +
    (ASKS_HOW.test(query) && text.includes("`") ? WEIGHTS.instruction : 0) +
    WEIGHTS.links *
      Math.min(1, count(text, /\]\(/g) / Math.max(1, lines.length)) +
    (WEIGHTS.figures * count(text, /\d+/g)) / Math.max(1, countWords(text)) +
    (isHan(query) === isHan(text) ? 0 : WEIGHTS.script)
  );
}

/** Whether there is a Chinese character for each nine other letters, as in Chinese with names in Latin letters. */
function isHan(text: string): boolean {
  return 10 * count(text, /\p{sc=Han}/gu) > count(text, /\p{L}/gu);
}

/** Lines, sentences and rows. */
const LINE_END = /\n|(?<=[.!?。！？；])\s*(?=\S)/u;

interface Term {
  /** In lower case, without what grammar adds. */
  readonly stem: string;
  readonly isRun: boolean;
  /** As in BM25, for the inverse frequency: https://en.wikipedia.org/wiki/Okapi_BM25 */
  readonly weight: number;
}

function toTerm({ text, share }: QueryWord): Term {
  const isRun = findWords(text)[0]?.isRun ?? false;
  const plain = toPlain(text);
  const weight = Math.log(1 + (1 - share + 0.0005) / (share + 0.0005));
  return { stem: isRun ? plain : stemOf(plain), isRun, weight };
}

/** The share of the query's weight that these shares of its terms come to. */
function weigh(terms: readonly Term[], shares: readonly number[]): number {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  const found = terms.reduce(
    (sum, { weight }, index) => sum + weight * (shares[index] ?? 0),
    0,
  );
  return all === 0 ? 0 : found / all;
}

/** How much of each term a text has, from 0 to 1; half a run of characters counts less than half. */
function sharesOf(text: string, terms: readonly Term[]): number[] {
  const plain = toPlain(text);
  const stems = new Set(
    findWords(plain).flatMap((word) => (word.isRun ? [] : stemOf(word.text))),
  );
  return terms.map(({ stem, isRun }) => {
    if (!isRun) return stems.has(stem) ? 1 : 0;
    if (plain.includes(stem)) return 1;
    const characters = Array.from(stem);
    const pairs = characters
      .slice(1)
      .map((second, index) => `${characters[index]}${second}`);
    const found = pairs.filter((pair) => plain.includes(pair)).length;
    return pairs.length === 0 ? 0 : (0.5 * found) / pairs.length;
  });
}

/** Alone in its line, a question is a heading of what follows. */
function quotes(line: string, query: string): boolean {
  const question = toPlain(query);
  const plain = toPlain(line);
  return (
    question.length >= 8 &&
    plain.length > question.length + 12 &&
    plain.includes(question)
  );
}

/** Two characters of a script without blanks are a word. */
function countWords(text: string): number {
  return findWords(text).reduce(
    (sum, word) => sum + (word.isRun ? Math.ceil(word.text.length / 2) : 1),
    0,
  );
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function toPlain(text: string): string {
  return text.toWellFormed().normalize("NFKC").trim().toLowerCase();
}

const ENDING = /(?:ations?|ings?|ied|ies|ers?|ed|es|ly|ments?|e|y|s)$/;

/** Roughly: `deleted`, `deletes` and `deleting` are one word. The index has found the passages by Porter's rules. */
function stemOf(word: string): string {
  const stem = word.replace(ENDING, "");
  return (stem.length < 3 ? word : stem).replace(/([^aeiou])\1$/, "$1");
}
