/** Characters of scripts that are written without blanks between words, or, as in Korean, with particles at them. */
const UNSPACED = String.raw`[[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]&&[\p{L}\p{N}]]`;

const UNSPACED_RUN = new RegExp(`${UNSPACED}+`, "gv");

/** A run of such characters, or a word of any other script with its marks. */
const WORD = new RegExp(
  `(?<run>${UNSPACED}+)|[[\\p{L}\\p{N}\\p{M}]--${UNSPACED}]+`,
  "gv",
);

/** A word of a text; `isRun` where nobody can tell how many words it is. */
export interface Word {
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
export function toPairs(run: string): string[] {
  const characters = Array.from(run);
  return characters
    .slice(1)
    .map((character, index) => `${characters[index]}${character}`);
}

function normalise(text: string): string {
  return text.toWellFormed().normalize("NFKC");
}
