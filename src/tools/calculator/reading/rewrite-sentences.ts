import { NUMBER, rewrite, type Rule } from "./rewrite.ts";

/**
 * Writes sentences the way programs write arithmetic: `20 is what percent of 80` → `20 / 80 * 100`. Whole texts only:
 * what `add 3 to 5 * 2` is would be a guess.
 */
export function rewriteSentences(text: string): string {
  return rewrite(text, SENTENCES).replace(HOW_MANY, writeConversion);
}

function sentence(source: string): RegExp {
  return new RegExp(`^(?:the )?${source.replaceAll("NUMBER", NUMBER)}$`, "gi");
}

const SENTENCES: readonly Rule[] = [
  [sentence("(NUMBER) is what percent(?:age)? of (NUMBER)"), "$1 / $2 * 100"],
  [sentence("what percent(?:age)? of (NUMBER) is (NUMBER)"), "$2 / $1 * 100"],
  [sentence("(NUMBER) as a percent(?:age)? of (NUMBER)"), "$1 / $2 * 100"],
  [
    sentence(
      "percent(?:age)? (?:change|increase|difference) from (NUMBER) to (NUMBER)",
    ),
    "($2 - $1) / $1 * 100",
  ],
  [
    sentence("percent(?:age)? decrease from (NUMBER) to (NUMBER)"),
    "($1 - $2) / $1 * 100",
  ],
  [/^(.+?) (?:as|in|to)(?: an?)? percent(?:age)?$/gi, "($1) * 100"],
  [sentence("(?:increase|raise) (NUMBER) by (NUMBER)"), "$1 + $2"],
  [sentence("(?:decrease|reduce|lower) (NUMBER) by (NUMBER)"), "$1 - $2"],
  [sentence("(NUMBER) increased by (NUMBER)"), "$1 + $2"],
  [sentence("(NUMBER) (?:decreased|reduced) by (NUMBER)"), "$1 - $2"],
  // Without a percentage it could be a comparison.
  [sentence(String.raw`(\d+(?:\.\d+)?\s?%) more than (NUMBER)`), "$2 + $1"],
  [sentence(String.raw`(\d+(?:\.\d+)?\s?%) less than (NUMBER)`), "$2 - $1"],
  [sentence("(NUMBER) off (?:of )?(NUMBER)"), "$2 - $1"],
  [
    sentence("(NUMBER) (?:with|at|after)(?: an?)? (NUMBER) (?:off|discount)"),
    "$1 - $2",
  ],
  [sentence("add (NUMBER) (?:and|to) (NUMBER)"), "$1 + $2"],
  [sentence("subtract (NUMBER) from (NUMBER)"), "$2 - $1"],
  [sentence("multiply (NUMBER) (?:by|and|with) (NUMBER)"), "$1 * $2"],
  [sentence("divide (NUMBER) by (NUMBER)"), "$1 / $2"],
  [
    sentence("remainder (?:of|when) (NUMBER) (?:is )?divided by (NUMBER)"),
    "$1 mod $2",
  ],
  [/^convert /gi, ""],
  [/ ?= ?\? ?(?=\p{L})/gu, " to "],
  [
    /^(.+?),? (?:rounded )?to (\d+) (?:decimal places?|decimals|d\.?p\.?)$/gi,
    "round($1, $2)",
  ],
  [
    /^(.+?),? rounded to (?:the )?(?:nearest )?(?:integer|whole number)$/gi,
    "round($1)",
  ],
];

const HOW_MANY =
  /^how many ([\p{L} ]+?) (?:are |is )?(?:there )?in (an? |one )?(.+)$/iu;

function writeConversion(
  _: string,
  unit: string,
  article: string | undefined,
  amount: string,
): string {
  return `${article === undefined ? "" : "1 "}${amount} to ${unit}`;
}
