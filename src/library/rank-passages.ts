import type { Passage } from "../library.ts";
import {
  countWords,
  type QueryWord,
  shareOfNeighbours,
  sharesOf,
  type Term,
  toPlain,
  toTerm,
  weigh,
} from "./terms.ts";

/** A passage that the index has found. */
export interface Candidate extends Passage {
  /** The index's own opinion, from 0 to 1 for the best of all. */
  readonly score: number;
}

/**
 * What a passage is worth, fitted by logistic regression to the questions of `npm run bench:library`, without its third set, and rounded. Nothing
 * that did not help in a cross-validation is here.
 */
const WEIGHTS = {
  index: 0.5,
  /** Words of the query in the document's title. */
  title: 0.2,
  /** In the headings above. */
  heading: 0.45,
  /** Anywhere; squared, since a passage with all words is worth more than two with half of them. */
  coverage: 0.15,
  /** Together in the best of its lines and sentences. */
  line: 0.35,
  /** One after the other as in the query. */
  neighbours: 0.1,
  /** A figure in a line with the words, where the question asks how many. */
  quantity: 0.15,
  /** Code, where the question asks how to do something. */
  instruction: 0.2,
  /** What comes before a document's first heading says what it is about. */
  opening: 0.06,
  /** Of a few words, which mostly point elsewhere; less the nearer it is to `SHORT`. */
  short: -0.15,
  /** In the other script than the question's, which its reader may not read. */
  script: -0.12,
};

/** In words. */
const SHORT = 60;

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
  /\bhow (?:many|much|long|large|big|often|fast|soon|quickly)\b|多少|多久|多大|多长|多快|最多|几[个次条天分]/i;
const ASKS_HOW = /\bhow (?:do|can|to|should)\b|怎么|怎样|如何/i;

function valueOf(
  { title, heading, text, score }: Candidate,
  terms: readonly Term[],
  query: string,
): number {
  const lines = text.split(LINE_END).filter((line) => line.trim() !== "");
  const told = lines
    .filter((line) => !quotes(line, query))
    .map((line) => ({ line, shares: sharesOf(line, terms) }));
  const inTitle = sharesOf(title, terms);
  const inHeading = sharesOf(heading, terms);
  const anywhere = terms.map((_, index) =>
    Math.max(
      ...[inTitle, inHeading, ...told.map(({ shares }) => shares)].map(
        (shares) => shares[index] ?? 0,
      ),
    ),
  );
  const best = (some: typeof told) =>
    Math.max(0, ...some.map(({ shares }) => weigh(terms, shares)));
  const allTold = told.map(({ line }) => line).join("\n");

  return (
    WEIGHTS.index * score * (told.length / Math.max(1, lines.length)) +
    WEIGHTS.title * weigh(terms, inTitle) +
    WEIGHTS.heading * weigh(terms, inHeading) +
    WEIGHTS.coverage * weigh(terms, anywhere) ** 2 +
    WEIGHTS.line * best(told) +
    WEIGHTS.neighbours * shareOfNeighbours(`${heading}\n${allTold}`, terms) +
    (ASKS_HOW_MANY.test(query)
      ? WEIGHTS.quantity * best(told.filter(({ line }) => FIGURE.test(line)))
      : 0) +
    (ASKS_HOW.test(query) && text.includes("`") ? WEIGHTS.instruction : 0) +
    (heading === "" ? WEIGHTS.opening : 0) +
    WEIGHTS.short * Math.max(0, 1 - countWords(text) / SHORT) +
    (isHan(query) === isHan(text) ? 0 : WEIGHTS.script)
  );
}

/** Lines, sentences and rows. */
const LINE_END = /\n|(?<=[.!?。！？；])\s*(?=\S)/u;

const FIGURE =
  /\d|[一二三四五六七八九十百千]+[个次条天分秒]|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/i;

/** Whether there is a Chinese character for each nine other letters, as in Chinese with names in Latin letters. */
function isHan(text: string): boolean {
  return 10 * count(text, /\p{sc=Han}/gu) > count(text, /\p{L}/gu);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Alone in its line, a question is a heading of what follows. Words that ask nothing are in the answer, too. */
function quotes(line: string, query: string): boolean {
  const question = toPlain(query);
  const plain = toPlain(line);
  return (
    QUESTION.test(question) &&
    question.length >= 8 &&
    plain.length > question.length + 12 &&
    plain.includes(question)
  );
}

const QUESTION =
  /\?$|^(?:how|what|which|who|whose|where|when|why|can|could|may|does|do|did|is|are|will|should)\b|[吗呢]$|怎|什么|多少|多久|如何|哪|几/;
