import { CalculationError } from "../calculation-error.ts";

/**
 * Rewrites number words as digits: `two plus twenty-five` → `2 plus 25`,
 * `三千二百加五` → `3200加5`. Throws `CalculationError` for ambiguous ones such as
 * 三百五万, and for `5 // five`.
 */
export function rewriteNumberWords(text: string): string {
  const [comment] = COMMENT.exec(text) ?? [];
  if (comment !== undefined)
    throw new CalculationError(
      `${JSON.stringify(comment)} could be a comment or a divisor. Write comments after #, and divisors in digits.`,
    );
  return text
    .replaceAll(ARTICLE, (_, half?: string) => (half ? "0.5 " : "one "))
    .replaceAll(DECIMALS, writeDecimals)
    .replaceAll(ORDINAL, (word) => `${DIVISORS.get(word.toLowerCase())}th`)
    .replaceAll(PART, writePart)
    .replaceAll(ENGLISH, (words) => sumUp(readEnglish(words), 1_000) ?? words)
    .replaceAll(CHINESE, (signs) => sumUp(readChinese(signs), 10_000) ?? signs)
    .replaceAll(MIXED, writeMixed);
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

const FACTOR = "hundred|thousand|million|billion";
const ONE_TO_NINE = "one|two|three|four|five|six|seven|eight|nine";

const COMMENT = new RegExp(String.raw`//\s*(?:${DIGIT})\b`, "i");

/** `a million`, `half a dozen` */
const ARTICLE = new RegExp(
  String.raw`\b(half )?an? (?=(?:dozen|${FACTOR})\b)`,
  "gi",
);

/** Skips words that are part of a name. */
const ENGLISH = new RegExp(
  String.raw`(?<![\w.])(?:${DIGIT})(?:[ -](?:and )?(?:${DIGIT}|${FACTOR}))*(?![\w(])`,
  "gi",
);

/** Decimals of `five point two` and 五点二; 五点五十 is a time of day. */
const DECIMALS = new RegExp(
  String.raw`(?<=\b(?:${DIGIT}|hundred|thousand)|\d) point((?: (?:zero|oh|${ONE_TO_NINE}))+)\b|(?<=[零一二三四五六七八九十百千万亿\d])点([零一二三四五六七八九\d]+)(?![十百千万亿])`,
  "gi",
);

function writeDecimals(_: string, english = "", chinese = ""): string {
  const words =
    chinese === "" ? english.trim().split(" ") : Array.from(chinese);
  return `.${words.map((word) => DIGITS.get(word.toLowerCase()) ?? (Number(word) || 0)).join("")}`;
}

const DIVISORS: ReadonlyMap<string, number> = new Map([
  ["halves", 2],
  ["quarter", 4],
  ...numbered(
    "half third fourth fifth sixth seventh eighth ninth tenth",
    (index) => index + 2,
  ),
]);

/** `to the fifth power`, `fourth root of` */
const ORDINAL =
  /(?<=\bto the )(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b|\b(?:fourth|fifth|sixth)(?= root of\b)/gi;

/** `two thirds`, `a quarter of`; not `twenty-one tenths`. */
const PART = new RegExp(
  String.raw`(?<!\b(?:${DIGIT}|${FACTOR})[ -])\b(an?|${ONE_TO_NINE})[ -](${[...DIVISORS.keys()].join("|")})s?\b( of\b)?`,
  "gi",
);

function writePart(_: string, count: string, part: string, of = ""): string {
  const above = DIGITS.get(count.toLowerCase()) ?? 1;
  const below = DIVISORS.get(part.toLowerCase()) ?? 1;
  return `(${above}/${below})${of && " *"}`;
}

/**
 * `2 and (1/2)` and `5 and 1/4`, but neither `the product of 2 and (1/2)` nor
 * `2 > 1 and 1/2 < 1`.
 */
const MIXED =
  /(?<!\b(?:of|between|add|multiply|subtract|divide) |[<>=!] ?)(?<![\d.,])(\d+) and (?:\((\d+\/\d+)\)|(\d+\/\d+)(?![\d./]| ?[<>=!]))(?: (hundred|thousand|million|billion)\b)?/gi;

/** `two and a half million` */
function writeMixed(
  written: string,
  whole: string,
  inBrackets: string | undefined,
  bare = "",
  scale = "",
): string {
  const part = inBrackets ?? bare;
  const [above, below] = part.split("/").map(Number);
  if (!above || !below || above >= below) return written;
  const factor = FACTORS.get(scale.toLowerCase());
  const sum = `(${whole}+${part})`;
  return factor === undefined ? sum : `(${sum}*${factor})`;
}

/** Excludes 一半 (half), and a factor after a number (3万). */
const CHINESE =
  /(?<![\d.])(?:[零一二三四五六七八九两](?!半)|十)[零一二三四五六七八九两十百千万亿]*/gu;

function readEnglish(words: string): readonly Word[] {
  return words
    .toLowerCase()
    .split(/[ -](?:and )?/)
    .map(toWord);
}

/** Ambiguous digit after 百 or 千: 三百五万 may mean 305 or 350 times 万. */
const UNCLEAR = /^(.*([百千]))([一二三四五六七八九两])([万亿])/;

/**
 * 十五 is 15. A last digit directly after a larger factor counts the next smaller
 * one: 三千五 is 3500, but 三千零五 is 3005.
 */
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
 * A factor multiplies the digits before it; from `section` on, everything since
 * the last factor of that size. `undefined` for “two three”.
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
