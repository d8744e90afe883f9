import { dropCurrency } from "./drop-currency.ts";
import { rewriteChinese } from "./rewrite-chinese.ts";
import { rewriteEnglish } from "./rewrite-english.ts";
import { rewriteLatex } from "./rewrite-latex.ts";
import { rewriteNumberWords } from "./rewrite-number-words.ts";
import { rewriteSentences } from "./rewrite-sentences.ts";
import { rewriteSigns } from "./rewrite-signs.ts";

/** Writes signs, words and amounts of money the way programs write arithmetic. Throws `CalculationError` for several currencies. */
export function rewritePhrases(text: string): string {
  return REWRITINGS.reduce((rest, rewriting) => rewriting(rest), text);
}

/** Whether the name would be taken for something else: `one`, `percent`, `dollars`. */
export function isPhrase(name: string): boolean {
  return [name, `2 ${name}`].some((text) => rewritePhrases(text) !== text);
}

const REWRITINGS: readonly ((text: string) => string)[] = [
  rewriteNumberWords,
  dropCurrency,
  rewriteLatex,
  rewriteSigns,
  rewriteSentences,
  rewriteEnglish,
  rewriteChinese,
];
