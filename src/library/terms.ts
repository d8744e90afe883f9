import { stemOf } from "./stem.ts";
import { isGeneralWord } from "./stop-words.ts";
import { synonymsOf } from "./synonyms.ts";
import { findWords } from "./to-match.ts";

/** A query word, and the share of all passages that contain it, from 0 to 1. */
export interface QueryWord {
  readonly text: string;
  readonly share: number;
}

/** A query word, prepared for matching. */
export interface Term {
  readonly form: Form;
  readonly synonyms: readonly Form[];
  /**
   * Inverse document frequency as in BM25:
   * https://en.wikipedia.org/wiki/Okapi_BM25
   */
  readonly weight: number;
}

interface Form {
  readonly stem: string;
  /** Part of a script without spaces between words. */
  readonly isRun: boolean;
}

/** General words matter less than their frequency suggests. */
const GENERAL_WORD = 0.3;

export function toTerm({ text, share }: QueryWord): Term {
  const weight = Math.log(1 + (1 - share + 0.0005) / (share + 0.0005));
  return {
    form: toForm(text),
    synonyms: synonymsOf(text).map(toForm),
    weight: isGeneralWord(text) ? GENERAL_WORD * weight : weight,
  };
}

function toForm(word: string): Form {
  const isRun = findWords(word)[0]?.isRun ?? false;
  const plain = toPlain(word);
  return { stem: isRun ? plain : stemOf(plain), isRun };
}

/** Sum of the terms' shares, weighted, from 0 to 1. */
export function weigh(
  terms: readonly Term[],
  shares: readonly number[],
): number {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  const found = terms.reduce(
    (sum, { weight }, index) => sum + weight * (shares[index] ?? 0),
    0,
  );
  return all === 0 ? 0 : found / all;
}

const SYNONYM = 0.4;

/** How far a text contains each term, from 0 to 1: less for a synonym. */
export function sharesOf(text: string, terms: readonly Term[]): number[] {
  const plain = toPlain(text);
  const stems = new Set(stemsOf(plain));
  const has = ({ stem, isRun }: Form) =>
    isRun ? plain.includes(stem) : stems.has(stem);
  return terms.map(({ form, synonyms }) => {
    if (has(form)) return 1;
    return synonyms.some(has) ? SYNONYM : 0;
  });
}

/**
 * Stems in text order. A run of characters is kept whole and equals no stem.
 */
function stemsOf(plain: string): string[] {
  return findWords(plain).map(({ text, isRun }) =>
    isRun ? text : stemOf(text),
  );
}

function toPlain(text: string): string {
  return text.toWellFormed().normalize("NFKC").trim().toLowerCase();
}
