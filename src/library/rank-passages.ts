import type { Passage } from "../types/library.ts";
import {
  countWords,
  shareOfNeighbours,
  sharesOf,
  toPlain,
  toTerm,
  weigh,
  type QueryWord,
  type Term,
} from "./terms.ts";

/** A passage found by the index. */
export interface Candidate extends Passage {
  /** The index's own score, 1 for the best match. */
  readonly score: number;
}

/**
 * Weights of a passage's features, fitted by logistic regression to the
 * questions of `npm run bench:library` except its third set, and rounded.
 * Features that did not help in cross-validation are left out.
 */
const WEIGHTS = {
  index: 0.5,
  /** Query words in the document's title. */
  title: 0.2,
  /** Query words in the headings. */
  heading: 0.45,
  /**
   * Query words anywhere. Squared, since one passage with all words is worth
   * more than two with half of them.
   */
  coverage: 0.15,
  /** Query words together in the best line or sentence. */
  line: 0.35,
  /** Query words adjacent and in order. */
  neighbours: 0.1,
  /**
   * A number in a line with query words, if the question asks for a quantity.
   */
  quantity: 0.15,
  /** Code, if the question asks how to do something. */
  instruction: 0.2,
  /** Text before the first heading, which says what a document is about. */
  opening: 0.06,
  /**
   * Penalty for short passages, which mostly refer elsewhere; fades out towards
   * `SHORT`.
   */
  short: -0.15,
  /** Penalty for a script other than the question's. */
  script: -0.12,
};

/** In words. */
const SHORT = 60;

/**
 * Passages that score lower, relative to the best, only share a word with the
 * query.
 */
const MIN_SHARE_OF_BEST = 0.4;

/**
 * Sorts passages by how well they answer a question, and drops those that score
 * far below the best. Ignores lines that quote the question within other text,
 * which do not answer it. Reads every passage in full, so pass only the few
 * dozen best of an index.
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
  const relevant = lines
    .filter((line) => !quotes(line, query))
    .map((line) => ({ line, shares: sharesOf(line, terms) }));
  const inTitle = sharesOf(title, terms);
  const inHeading = sharesOf(heading, terms);
  const anywhere = terms.map((_, index) =>
    Math.max(
      ...[inTitle, inHeading, ...relevant.map(({ shares }) => shares)].map(
        (shares) => shares[index] ?? 0,
      ),
    ),
  );
  const best = (some: typeof relevant) =>
    Math.max(0, ...some.map(({ shares }) => weigh(terms, shares)));
  const relevantText = relevant.map(({ line }) => line).join("\n");

  return (
    WEIGHTS.index * score * (relevant.length / Math.max(1, lines.length)) +
    WEIGHTS.title * weigh(terms, inTitle) +
    WEIGHTS.heading * weigh(terms, inHeading) +
    WEIGHTS.coverage * weigh(terms, anywhere) ** 2 +
    WEIGHTS.line * best(relevant) +
    WEIGHTS.neighbours *
      shareOfNeighbours(`${heading}\n${relevantText}`, terms) +
    (ASKS_HOW_MANY.test(query)
      ? WEIGHTS.quantity *
        best(relevant.filter(({ line }) => FIGURE.test(line)))
      : 0) +
    (ASKS_HOW.test(query) && text.includes("`") ? WEIGHTS.instruction : 0) +
    (heading === "" ? WEIGHTS.opening : 0) +
    WEIGHTS.short * Math.max(0, 1 - countWords(text) / SHORT) +
    (isChinese(query) === isChinese(text) ? 0 : WEIGHTS.script)
  );
}

/** Ends of lines, sentences and table rows. */
const LINE_END = /\n|(?<=[.!?。！？；])\s*(?=\S)/u;

const FIGURE =
  /\d|[一二三四五六七八九十百千]+[个次条天分秒]|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/i;

/**
 * Whether more than a tenth of the letters are Chinese, as in Chinese text with
 * Latin names.
 */
function isChinese(text: string): boolean {
  return 10 * count(text, /\p{sc=Han}/gu) > count(text, /\p{L}/gu);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Whether a line quotes the question. Not if it is only the question, which is
 * a heading, nor if the query is no question, whose words an answer may repeat.
 */
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
