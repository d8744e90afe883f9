import { FACTORIAL, readExpression } from "./read-expression.ts";
import { writeInSigns } from "./write-in-signs.ts";

/** What there is to calculate in a text. */
export type Arithmetic =
  | { readonly kind: "expression"; readonly expression: string }
  /** It has a sum, but not all that belongs to the sum is understood. */
  | { readonly kind: "unclear" }
  | { readonly kind: "none" };

/** A question stands near the beginning; the rest of a long text is not worth the search. */
const MAX_LENGTH = 2_000;

/**
 * The arithmetic expression of a text, in signs: “how much is 15 percent of 240” → `15% of 240`; the longest where
 * several sentences have one. A wrong sum is worse than none: all the numbers of a sentence belong to its expression, or
 * it is unclear. Numbers without an operator are none, nor are dates, spans of years and the like.
 */
export function findArithmetic(text: string): Arithmetic {
  const signs = markFactorials(writeInSigns(text.slice(0, MAX_LENGTH)));
  const sentences = signs.split(SENTENCE_END);
  // It may go on, and so may its last number.
  if (text.length > MAX_LENGTH) sentences.pop();
  return sentences
    .map((sentence) => readSentence(sentence, text))
    .reduce(prefer, { kind: "none" });
}

/**
 * A `!` that an operator follows is a factorial, and then the last one is, too: `100! / 98!`. But `2+2!` is said with
 * emphasis.
 */
function markFactorials(text: string): string {
  return /[\d)]! *[+*/^)]/.test(text)
    ? text.replaceAll(/(?<=[\d)])!/g, FACTORIAL)
    : text;
}

/** What an operator follows goes on: “5 + 3. Times 2.” */
const SENTENCE_END = /(?:[\n!?;。]|\.(?!\d))(?!\s*[-+*/^%−])/;

function prefer(one: Arithmetic, other: Arithmetic): Arithmetic {
  if (one.kind === "unclear" || other.kind === "none") return one;
  if (other.kind === "unclear" || one.kind === "none") return other;
  return other.expression.length > one.expression.length ? other : one;
}

function readSentence(sentence: string, text: string): Arithmetic {
  const marks = Array.from(sentence.matchAll(MARKS)).filter(
    ({ groups }) => groups?.["arithmetic"] !== undefined,
  );
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined) return { kind: "none" };
  const start = first.index;
  const end = last.index + last[0].length;
  const middle = sentence.slice(start, end);
  const before = SIGNS_BEFORE.exec(sentence.slice(0, start))?.[0] ?? "";
  const behind = SIGNS_BEHIND.exec(sentence.slice(end))?.[0] ?? "";

  const expression = readExpression((before + middle + behind).trim());
  if (expression === undefined)
    return { kind: looksLikeSum(middle, text) ? "unclear" : "none" };
  return isMeant(expression, text)
    ? { kind: "expression", expression }
    : { kind: "none" };
}

const LETTER = String.raw`[\p{Lu}\p{Ll}_]`;
const NAME = String.raw`${LETTER}(?:[\p{N}'’]|${LETTER})*(?:(?:-|(?<=\p{N})[.,](?=\p{N}))(?:\p{N}|${LETTER})+)*`;

/** Whatever may be part of an expression, understood or not; and names, since the 2 of R2-D2 is no number. */
const MARKS = new RegExp(
  String.raw`(?<arithmetic>${[
    String.raw`(?:(?<!${LETTER})\.)?\p{N}(?:[\p{N}%${FACTORIAL}]|${LETTER})*`,
    // Of operators, those with nothing but words beside them: “and that plus five”.
    String.raw`[%‰√∛]|(?<= )[+*/^−](?= )`,
    String.raw`${LETTER}(?:\p{N}|${LETTER})*\(`,
    String.raw`\b(?:[xyz]|sqrt|log|ln|exp|sin|cos|tan|mod|modulo|factorial)\b`,
    String.raw`\b(?:root|squared?|cubed?|half|double|twice|triple)\b`,
    String.raw`\b(?:third|quarter|tenth|dozen|hundred|thousand|[mb]illion|trillion)s?\b`,
    String.raw`(?<=\p{N} )(?:k|mn?|bn?)\b`,
    "(?:平方|立方)(?![米公分厘毫])|次方|根号|一半|分之|[倍折]",
    String.raw`(?<=\p{N} ?)[十百千万亿](?![克米瓦])|[一二两三四五六七八九十百千万亿](?=\p{N})`,
  ].join("|")})|${NAME}`,
  "giu",
);

const SIGNS_BEFORE = /[-+*/^−√±(\s]*$/;
const SIGNS_BEHIND = /^[-+*/^−√±)\sǃ]*/;

/** `2024-05-01`, `5/11/2026`, `1914-1918`, `555-0199`. */
const NO_ARITHMETIC =
  /\b(?:\d{1,4}([-/])\d{1,2}\1\d{1,4}|[12]\d{3}-[12]\d{3}|\d{3}-\d{4})\b/g;
/** `5-7` and `24/7` may be arithmetic; what is around them tells. */
const DOUBTFUL = /^\(*\d+[-/]\d+\)*$/;
const ASKS_TO_CALCULATE = /calculate|compute|what|how much|[?？=算]|多少|等于/i;

function isMeant(expression: string, text: string): boolean {
  if (/^[()]*$/.test(expression.replaceAll(NO_ARITHMETIC, ""))) return false;
  return (
    !DOUBTFUL.test(expression) ||
    expression === text.trim() ||
    ASKS_TO_CALCULATE.test(text)
  );
}

const DOUBTFUL_OPERATOR = /[\d)%][-/][\d(]/;
const SURE_OPERATOR =
  /[\d)%] *[+*^−]|(?<= )[+*^−] *[\d(]|[\d)%] +[-/] +[\d(]|% *(?:of|的|-)? *[\d(]|的 *[\d.]+%/;

function looksLikeSum(middle: string, text: string): boolean {
  const rest = middle.replaceAll(NO_ARITHMETIC, " ");
  return (
    SURE_OPERATOR.test(rest) ||
    (DOUBTFUL_OPERATOR.test(rest) && ASKS_TO_CALCULATE.test(text))
  );
}
