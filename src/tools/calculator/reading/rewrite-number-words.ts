import { CalculationError } from "../calculation-error.ts";

/** Writes number words in digits: `two plus twenty-five` → `2 plus 25`, `三千二百加五` → `3200加5`. Throws `CalculationError` for 三百五万. */
export function rewriteNumberWords(text: string): string {
  return text
    .replaceAll(ENGLISH, (words) => sumUp(readEnglish(words), 1_000) ?? words)
    .replaceAll(CHINESE, (signs) => sumUp(readChinese(signs), 10_000) ?? signs);
}

/** A digit such as 7 or 20, or a factor such as 100. */
type Word = { readonly digit: number } | { readonly factor: number };

const DIGITS: ReadonlyMap<string, number> = new Map([
  ...numbered(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  ),
  ...numbered(
    "zero ten twenty thirty forty fifty sixty seventy eighty ninety",
    10,
  ),
  ...numbered("零 一 二 三 四 五 六 七 八 九"),
  ["两", 2],
]);

const FACTORS: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1_000],
  ["million", 1_000_000],
  ["billion", 1_000_000_000],
  ["十", 10],
  ["百", 100],
  ["千", 1_000],
  ["万", 10_000],
  ["亿", 100_000_000],
]);

const DIGIT = [...DIGITS.keys()].filter((word) => word.length > 1).join("|");

/** Not `one third of`, nor parts of names. */
const ENGLISH = new RegExp(
  String.raw`(?<![\w.])(?:${DIGIT})(?:[ -](?:and )?(?:${DIGIT}|hundred|thousand|million|billion))*(?![\w(]|[ -](?:half|thirds?|quarters?|fourths?)\b)`,
  "gi",
);

/** Not 一半 (half), nor the factor behind a number (3万). */
const CHINESE =
  /(?<![\d.])(?:[一二三四五六七八九两](?!半)|十)[零一二三四五六七八九两十百千万亿]*/gu;

function readEnglish(words: string): readonly Word[] {
  return words
    .toLowerCase()
    .split(/[ -](?:and )?/)
    .map(toWord);
}

/** A digit behind 百 or 千 that may be one, or as many of the next smaller factor: with 三百五万 some mean 305, and some 350 of 万. */
const UNCLEAR = /^(.*([百千]))([一二三四五六七八九两])([万亿])/;

/** 十五 is 15. A last digit right behind a larger factor counts the next smaller one: 三千五 is 3500, but 三千零五 is 3005. */
function readChinese(signs: string): readonly Word[] {
  const [found, before, factor, digit, section] = UNCLEAR.exec(signs) ?? [];
  if (found !== undefined)
    throw new CalculationError(
      `${found} is unclear. Write ${before}零${digit}${section}, or ${before}${digit}${factor === "百" ? "十" : "百"}${section}.`,
    );
  const words = Array.from(signs, toWord);
  const [, last] = /([百千万亿])[一二三四五六七八九两]$/.exec(signs) ?? [];
  const lastFactor = FACTORS.get(last ?? "");
  return [
    ...(signs.startsWith("十") ? [{ digit: 1 }] : []),
    ...words,
    ...(lastFactor === undefined ? [] : [{ factor: lastFactor / 10 }]),
  ];
}

function toWord(text: string): Word {
  const factor = FACTORS.get(text);
  return factor === undefined ? { digit: DIGITS.get(text) ?? 0 } : { factor };
}

/**
 * A factor multiplies the digits before it; from `section` on, all since the last one of that size. Undefined where two
 * digits follow each other, as in “two three”.
 */
function sumUp(words: readonly Word[], section: number): string | undefined {
  let total = 0;
  let part = 0;
  let digits = 0;
  for (const word of words) {
    if ("digit" in word) {
      const isFree = digits === 0 || (digits >= 20 && word.digit < 10);
      if (!isFree || digits % 10 !== 0) return undefined;
      digits += word.digit;
    } else if (word.factor < section) {
      part += digits * word.factor;
      digits = 0;
    } else {
      const whole = part + digits;
      total = whole === 0 ? total * word.factor : total + whole * word.factor;
      part = 0;
      digits = 0;
    }
  }
  return String(total + part + digits);
}

function numbered(words: string, step = 1): (readonly [string, number])[] {
  return words.split(" ").map((word, index) => [word, index * step]);
}
