import { CalculationError } from "../calculation-error.ts";
import { createRewriting } from "./rewriting.ts";

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
    (index) => index * 10,
  ),
  ...numbered("零 一 二 三 四 五 六 七 八 九"),
  ["两", 2],
]);

const FACTORS: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ...numbered("thousand million billion", (index) => 1_000 ** (index + 1)),
  ...numbered("十 百 千 万", (index) => 10 ** (index + 1)),
  ["亿", 100_000_000],
]);

const DIGIT = [...DIGITS.keys()].filter((word) => word.length > 1).join("|");

/** Not `one third of`, nor parts of names. */
const ENGLISH = new RegExp(
  String.raw`(?<![\w.])(?:${DIGIT})(?:[ -](?:and )?(?:${DIGIT}|hundred|thousand|million|billion))*(?![\w(]|[ -](?:half|thirds?|quarters?|fourths?)\b)`,
  "gi",
);

/** Not 一半 (half), nor the factor after a number (3万). */
const CHINESE =
  /(?<![\d.])(?:[一二三四五六七八九两](?!半)|十)[零一二三四五六七八九两十百千万亿]*/gu;

function readEnglish(words: string): readonly Word[] {
  return words
    .toLowerCase()
    .split(/[ -](?:and )?/)
    .map(toWord);
}

/** A digit after 百 or 千 that may be one, or as many of the next smaller factor: with 三百五万 some mean 305, and some 350 of 万. */
const UNCLEAR = /^(.*([百千]))([一二三四五六七八九两])([万亿])/;

/** 十五 is 15. A last digit right after a larger factor counts the next smaller one: 三千五 is 3500, but 三千零五 is 3005. */
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

function numbered(
  words: string,
  valueOf = (index: number) => index,
): (readonly [string, number])[] {
  return words.split(" ").map((word, index) => [word, valueOf(index)]);
}

/** Writes Chinese words the way programs write arithmetic: `80.16 乘以 1.15` → `80.16 * 1.15`. */
export function rewriteChinese(text: string): string {
  return /\p{Script=Han}/u.test(text) ? rewriteWords(text) : text;
}

/** Sums of series are whole texts only: what `1 + 2加到3` is would be a guess. Without 的 `平方` can be an area. */
const rewriteWords = createRewriting(String.raw`
百分之\s*(\d+(?:\.\d+)?) => $1%
(\d+)\s*分之\s*(\d+) => ($2/$1)
^从?\s*(\d+)\s*(?:一直)?加到\s*(\d+)(?:\s*的总?和)?$ => sum(range($1, $2 + 1))
^从?\s*(\d+)\s*到\s*(\d+)\s*的总?和$ => sum(range($1, $2 + 1))
(NUMBER)\s*[与和跟加]\s*(NUMBER)\s*(?:的|之)\s*和 => ($1 + $2)
(NUMBER)\s*[与和跟减]\s*(NUMBER)\s*(?:的|之)\s*差 => ($1 - $2)
(NUMBER)\s*[与和跟乘]\s*(NUMBER)\s*(?:的|之)\s*积 => ($1 * $2)
(NUMBER)\s*[与和跟]\s*(NUMBER)\s*(?:的|之)\s*商 => ($1 / $2)
(NUMBER)\s*的\s*平方根 => sqrt($1)
(NUMBER)\s*的\s*立方根 => cbrt($1)
根号\s*(NUMBER) => sqrt($1)
(\d+)\s*的\s*阶乘 => $1!
的?\s*一半 => /2
的\s*(\d+)\s*次[方幂] => ^($1)
的\s*平方(?!根) => ^2
的\s*立方(?!根) => ^3
打\s*(\d)\s*折 => *($1/10)
打\s*(\d\d)\s*折 => *($1/100)
打\s*(\d\.\d)\s*折 => *($1/10)
(?:增加|增长|上涨|提高|上调)了?\s*(?=\d+(?:\.\d+)?\s*%) => +
(?:减少|下降|降低|下调)了?\s*(?=\d+(?:\.\d+)?\s*%) => -
的(?=\s*\d+(?:\.\d+)?\s*%) => *
(?<=%\s*)的 => ␣of␣
(?:等于|是|有|合)?\s*多少\s*个?(?=\p{Script=Han}|[a-z]) => ␣to␣
(?:换算|转换|转化|换|转)(?:成|为|到) => ␣to␣
加上? => +
减去? => -
乘以? => *
除以 => /
大于 => >
小于 => <
`);
