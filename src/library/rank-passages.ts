import type { Passage } from "../types/library.ts";
import { sharesOf, toTerm, weigh, type QueryWord, type Term } from "./terms.ts";

/**
 * Weights of a passage's features, fitted by logistic regression to the
 * questions of `npm run bench:library` except its third set, and rounded. More
 * features (the index's own score, adjacent words, figures, code, the
 * question's script) made the third set no better.
 */
const WEIGHTS = {
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
};

/**
 * Passages that score lower, relative to the best, only share a word with the
 * query.
 */
const MIN_SHARE_OF_BEST = 0.3;

/**
 * Sorts passages by how well they answer a question, and drops those that score
 * far below the best. Reads every passage in full, so pass only the few dozen
 * best of an index.
 */
export function rankPassages<Found extends Passage>(
  candidates: readonly Found[],
  { words }: { words: readonly QueryWord[] },
): Found[] {
  const terms = words.map(toTerm);
  const valued = candidates
    .map((candidate) => ({
      candidate,
      value: valueOf(candidate, terms),
    }))
    .toSorted((one, other) => other.value - one.value);
  const least = (valued[0]?.value ?? 0) * MIN_SHARE_OF_BEST;
  return valued
    .filter(({ value }) => value >= least)
    .map(({ candidate }) => candidate);
}

function valueOf(
  { title, heading, text }: Passage,
  terms: readonly Term[],
): number {
  const shares = text.split(LINE_END).map((line) => sharesOf(line, terms));
  const inTitle = sharesOf(title, terms);
  const inHeading = sharesOf(heading, terms);
  const anywhere = terms.map((_, index) =>
    Math.max(...[inTitle, inHeading, ...shares].map((one) => one[index] ?? 0)),
  );
  const best = Math.max(0, ...shares.map((one) => weigh(terms, one)));
  return (
    WEIGHTS.title * weigh(terms, inTitle) +
    WEIGHTS.heading * weigh(terms, inHeading) +
    WEIGHTS.coverage * weigh(terms, anywhere) ** 2 +
    WEIGHTS.line * best
  );
}

/** Ends of lines, sentences and table rows. */
const LINE_END = /\n|(?<=[.!?。！？；])\s*(?=\S)/u;
