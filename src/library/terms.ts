import { stemOf } from "./stem.ts";
import { isFaintWord } from "./stop-words.ts";
import { synonymsOf } from "./synonyms.ts";
import { findWords } from "./to-match.ts";

/** A word of a query, and in what share of all passages the index finds it, from 0 to 1. */
export interface QueryWord {
  readonly text: string;
  readonly share: number;
}

/** A word of a query as texts are searched for it. */
export interface Term {
  readonly form: Form;
  /** Other words for the same. */
  readonly synonyms: readonly Form[];
  /** As in BM25, for the inverse frequency: https://en.wikipedia.org/wiki/Okapi_BM25 */
  readonly weight: number;
}

/** In lower case, without what grammar adds. */
interface Form {
  readonly stem: string;
  /** Of a script without blanks between words. */
  readonly isRun: boolean;
}

/** Words that questions about anything have tell less than their frequency says. */
const FAINT = 0.3;

export function toTerm({ text, share }: QueryWord): Term {
  const weight = Math.log(1 + (1 - share + 0.0005) / (share + 0.0005));
  return {
    form: toForm(text),
    synonyms: synonymsOf(text).map(toForm),
    weight: isFaintWord(text) ? FAINT * weight : weight,
  };
}

function toForm(word: string): Form {
  const isRun = findWords(word)[0]?.isRun ?? false;
  const plain = toPlain(word);
  return { stem: isRun ? plain : stemOf(plain), isRun };
}

/** The share of the query's weight that these shares of its terms add up to. */
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
const PART = 0.5;

/** How much of each term a text has, from 0 to 1: less for a synonym, and for a part of a run of characters. */
export function sharesOf(text: string, terms: readonly Term[]): number[] {
  const plain = toPlain(text);
  const stems = new Set(stemsOf(plain));
  const has = ({ stem, isRun }: Form) =>
    isRun ? plain.includes(stem) : stems.has(stem);
  return terms.map(({ form, synonyms }) => {
    if (has(form)) return 1;
    const part = form.isRun ? PART * shareOfPairs(form.stem, plain) : 0;
    return Math.max(part, synonyms.some(has) ? SYNONYM : 0);
  });
}

function shareOfPairs(run: string, text: string): number {
  const characters = Array.from(run);
  const pairs = characters
    .slice(1)
    .map((second, index) => `${characters[index]}${second}`);
  const found = pairs.filter((pair) => text.includes(pair)).length;
  return pairs.length === 0 ? 0 : found / pairs.length;
}

/** How much of the weight of neighbours in the query is in neighbours in the text, from 0 to 1. */
export function shareOfNeighbours(
  text: string,
  terms: readonly Term[],
): number {
  const plain = toPlain(text);
  const stems = ` ${stemsOf(plain).join(" ")} `;
  const has = (one: Form, next: Form) =>
    one.isRun || next.isRun
      ? ["", " ", "的"].some((gap) =>
          plain.includes(`${one.stem}${gap}${next.stem}`),
        )
      : stems.includes(` ${one.stem} ${next.stem} `);
  let [found, all] = [0, 0];
  for (const [index, next] of terms.slice(1).entries()) {
    const one = terms[index] ?? next;
    all += one.weight + next.weight;
    if (has(one.form, next.form)) found += one.weight + next.weight;
  }
  return all === 0 ? 0 : found / all;
}

/** In the order of the text, which is in lower case; a run of characters as a whole, which no stem equals. */
function stemsOf(plain: string): string[] {
  return findWords(plain).map(({ text, isRun }) =>
    isRun ? text : stemOf(text),
  );
}

export function toPlain(text: string): string {
  return text.toWellFormed().normalize("NFKC").trim().toLowerCase();
}

/** Two characters of a script without blanks are a word. */
export function countWords(text: string): number {
  return findWords(text).reduce(
    (sum, word) => sum + (word.isRun ? Math.ceil(word.text.length / 2) : 1),
    0,
  );
}
