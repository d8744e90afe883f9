import { CalculationError } from "../calculation-error.ts";
import { parseNames } from "../table.ts";
import { createRewriting, toPattern, writeCall } from "./rewriting.ts";

/**
 * Rewrites Chinese words as operators and calls: `80.16 乘以 1.15` →
 * `80.16 * 1.15`.
 */
export function rewriteChinese(text: string): string {
  const counted = dropMeasureWords(text.replaceAll("、", ", "));
  return rewriteWords(
    rewriteCalls(counted.replaceAll(DISCOUNT, writeDiscount)),
  );
}

const MEASURE_WORDS =
  "个月|[个件本只支枝张盒瓶箱包袋杯碗份套台部辆条双间人位次页票桶罐把块颗粒枚月晚场节课股]";
const PRICE = new RegExp(`(?<=\\d ?)(?:/|每) ?(?:${MEASURE_WORDS})`, "gu");
const COUNT = new RegExp(
  `(?<=\\d ?)(?:${MEASURE_WORDS})(?!\\p{Script=Han})`,
  "gu",
);

/** `每斤6.8` is 6.8 per 斤. */
const EACH = /每 ?(\p{Script=Han}{1,2}?) ?(\d+(?:\.\d+)?)/gu;

/** With a span of another unit, months and nights are spans, too. */
const OTHER_SPAN = /\d ?(?:年|周|个?星期|天|日)/;
const PRICE_OF_SPAN = /(?<=\d ?)(?:\/|每) ?(?:个?(月)|晚)(?!\p{Script=Han})/gu;

/**
 * `35/本 * 12本` → `35 * 12`, `2500/月 * 1年` → `2500/month * 1年`. Throws `CalculationError` for a price per one word
 * and a number of another.
 */
function dropMeasureWords(written: string): string {
  const each = written.replaceAll(EACH, "$2/$1");
  const text = OTHER_SPAN.test(each)
    ? each.replaceAll(PRICE_OF_SPAN, (_, month) => (month ? "/month" : "/day"))
    : each;
  const prices = text.match(PRICE);
  if (prices === null) return text;
  const plain = text.replaceAll(PRICE, "");
  const words = [...prices, ...(plain.match(COUNT) ?? [])].map((word) =>
    word.replace(/^[/每] ?|^个(?=月)/, ""),
  );
  const [first, other] = new Set(words);
  if (other !== undefined)
    throw new CalculationError(
      `${first} and ${other} are different measures. Write the sum with plain numbers, e.g. 8.8 * 2.5.`,
    );
  return plain.replaceAll(COUNT, "");
}

const DIGITS = "一二三四五六七八九";
const DISCOUNT = new RegExp(`(?<=打 ?)([${DIGITS}])([${DIGITS}])(?= ?折)`, "g");

/** 打八五折 is 85 %. */
function writeDiscount(_: string, tens: string, ones: string): string {
  return `${DIGITS.indexOf(tens) + 1}${DIGITS.indexOf(ones) + 1}`;
}

const FUNCTIONS = parseNames(`
sum 和 总和|subtract 差|product 积 乘积|divide 商|mean 平均数 平均值|median 中位数|stdev 标准差
max 最大值|min 最小值|gcd 最大公约数 最大公因数|lcm 最小公倍数
`);

const CALL = toPattern(
  String.raw`NUMBER(?:(?:(?:, |\s*[与和跟]\s*)NUMBER)+|\s*[加减乘]\s*NUMBER)\s*[的之]\s*(${[...FUNCTIONS.keys()].join("|")})`,
);

/** `3和5的和` → `sum(3, 5)`. */
function rewriteCalls(text: string): string {
  return text.replaceAll(CALL, (words, name: string) =>
    writeCall(FUNCTIONS.get(name) ?? "", words),
  );
}

/**
 * Rules for sums of series match whole texts only, since `1 + 2加到3` is
 * ambiguous. Without 的, `平方` may be an area.
 */
const rewriteWords = createRewriting(String.raw`
百分之\s*(\d+(?:\.\d+)?) => $1%
(\d+)\s*又\s*(\d+)\s*分之\s*(\d+) => ($1+$3/$2)
(\d+)\s*分之\s*(\d+) => ($2/$1)
^从?\s*(\d+)\s*(?:一直)?加到\s*(\d+)(?:\s*的总?和)?$ => sum(range($1, $2 + 1))
^从?\s*(\d+)\s*到\s*(\d+)\s*的总?和$ => sum(range($1, $2 + 1))
(NUMBER)\s*除以\s*(NUMBER)\s*的\s*余数 => ($1 mod $2)
^(NUMBER)\s*[是占]\s*(NUMBER)\s*的\s*百分之[几多]?少?$ => $1 / $2 * 100
^(NUMBER)\s*是\s*(NUMBER)\s*的\s*[几多]少?倍$ => $1 / $2
^(NUMBER)\s*比\s*(NUMBER)\s*[多大高]$ => $1 - $2
(NUMBER)\s*满\s*(NUMBER)\s*减\s*(NUMBER) => where($1 >= $2, $1 - $3, $1)
[,;] ?(?=再?[打减加乘除]) => ␣
再(?=\s*[打减加乘除]) =>
(?:原价|总价|售价|标价|单价|价格|一共|共计|合计)\s*(?=\d) => ␣
圆周率 => pi
的\s*(\d+(?:\.\d+)?)\s*倍 => *$1
(?<=\p{L})每(?=\p{L}) => /
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
(?:增加|增长|上涨|提高|上调|涨)了?\s*(?=\d+(?:\.\d+)?\s*%) => +
(?:减少|下降|降低|下调|下跌|跌|降)了?\s*(?=\d+(?:\.\d+)?\s*%) => -
的(?=\s*\d+(?:\.\d+)?\s*%) => *
(?<=%\s*)的 => ␣of␣
(?:等于|是|有|合)?\s*多少\s*个?(?=\p{Script=Han}|[a-z]) => ␣to␣
(?:换算|转换|转化|换|转)(?:成|为|到) => ␣to␣
(?:换算|转换|转化|换|转) ?(?=[°a-z]) => ␣to␣
负(?=\s*[\d(]) => -
加上? => +
减去? => -
乘以? => *
除以 => /
大于 => >
小于 => <
`);
