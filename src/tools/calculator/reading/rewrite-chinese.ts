import { NUMBER, rewrite, type Rule } from "./rewrite.ts";

/** Writes Chinese words the way programs write arithmetic: `80.16 乘以 1.15` → `80.16 * 1.15`. */
export function rewriteChinese(text: string): string {
  return /\p{Script=Han}/u.test(text) ? rewrite(text, WORDS) : text;
}

function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll("NUMBER", NUMBER), "gu");
}

const SERIES = "sum(range($1, $2 + 1))";

const WORDS: readonly Rule[] = [
  [/百分之\s*(\d+(?:\.\d+)?)/gu, "$1%"],
  [/(\d+)\s*分之\s*(\d+)/gu, "($2/$1)"],
  // Whole texts only: what 1 + 2加到3 is would be a guess.
  [/^从?\s*(\d+)\s*(?:一直)?加到\s*(\d+)(?:\s*的总?和)?$/gu, SERIES],
  [/^从?\s*(\d+)\s*到\s*(\d+)\s*的总?和$/gu, SERIES],
  [
    pattern(String.raw`(NUMBER)\s*[与和跟加]\s*(NUMBER)\s*(?:的|之)\s*和`),
    "($1 + $2)",
  ],
  [
    pattern(String.raw`(NUMBER)\s*[与和跟减]\s*(NUMBER)\s*(?:的|之)\s*差`),
    "($1 - $2)",
  ],
  [
    pattern(String.raw`(NUMBER)\s*[与和跟乘]\s*(NUMBER)\s*(?:的|之)\s*积`),
    "($1 * $2)",
  ],
  [
    pattern(String.raw`(NUMBER)\s*[与和跟]\s*(NUMBER)\s*(?:的|之)\s*商`),
    "($1 / $2)",
  ],
  [pattern(String.raw`(NUMBER)\s*的\s*平方根`), "sqrt($1)"],
  [pattern(String.raw`(NUMBER)\s*的\s*立方根`), "cbrt($1)"],
  [pattern(String.raw`根号\s*(NUMBER)`), "sqrt($1)"],
  [/(\d+)\s*的\s*阶乘/gu, "$1!"],
  [/的?\s*一半/gu, "/2"],
  [/的\s*(\d+)\s*次[方幂]/gu, "^($1)"],
  // Without 的 it can be an area or a volume.
  [/的\s*平方(?!根)/gu, "^2"],
  [/的\s*立方(?!根)/gu, "^3"],
  [/打\s*(\d)\s*折/gu, "*($1/10)"],
  [/打\s*(\d\d)\s*折/gu, "*($1/100)"],
  [/打\s*(\d\.\d)\s*折/gu, "*($1/10)"],
  [/(?:增加|增长|上涨|提高|上调)了?\s*(?=\d+(?:\.\d+)?\s*%)/gu, "+"],
  [/(?:减少|下降|降低|下调)了?\s*(?=\d+(?:\.\d+)?\s*%)/gu, "-"],
  [/的(?=\s*\d+(?:\.\d+)?\s*%)/gu, "*"],
  [/(?<=%\s*)的/gu, " of "],
  [/(?:等于|是|有|合)?\s*多少\s*个?(?=\p{Script=Han}|[a-z])/giu, " to "],
  [/(?:换算|转换|转化|换|转)(?:成|为|到)/gu, " to "],
  [/加上?/gu, "+"],
  [/减去?/gu, "-"],
  [/乘以?/gu, "*"],
  [/除以/gu, "/"],
  [/大于/gu, ">"],
  [/小于/gu, "<"],
];
