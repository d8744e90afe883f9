/** A question stands near the beginning; the rest of a long text is not worth the search. */
const MAX_LENGTH = 2_000;

/**
 * The longest arithmetic expression in a sentence, in signs: “how much is 15 percent of 240” → `15% of 240`. Numbers
 * without an operator are none, nor are dates, spans of years and the like.
 */
export function findArithmetic(text: string): string | undefined {
  const signs = writeInSigns(text.slice(0, MAX_LENGTH));
  let longest = "";
  let searched = 0;
  for (const { index } of signs.matchAll(START)) {
    if (index < searched) continue;
    const expression = readExpression(signs, index);
    searched = index + expression.length;
    if (expression.length > longest.length && isMeant(expression, text))
      longest = expression;
  }
  return longest === "" ? undefined : longest;
}

const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/\S+/gi, " "],
  [/[×·]/g, "*"],
  [/÷/g, "/"],
  [/[−–]/g, "-"],
  [/\*\*/g, "^"],
  [/[$€£¥](?=\d)/g, ""],
  [/(?<=\d),(?=\d{3}(?!\d))/g, ""],
  [/(?<=\d) ?x ?(?=\d)/gi, " * "],
  [/\bplus\b/gi, "+"],
  [/\bminus\b/gi, "-"],
  [/\b(?:multiplied by|times)\b/gi, "*"],
  [/\bdivided by\b/gi, "/"],
  [/\b(?:to the power of|raised to)\b/gi, "^"],
  [/(?<=\d) squared\b/gi, "^2"],
  [/\b(?:the )?square root of (\d+(?:\.\d+)?)/gi, "sqrt($1)"],
  [/ ?\b(?:percent|per cent)\b/gi, "%"],
  [/百分之 ?(\d+(?:\.\d+)?)/g, "$1%"],
  [/(\d+(?:\.\d+)?) ?的 ?(\d+(?:\.\d+)?%)/g, "$2 of $1"],
  [/(?<=%) ?的 ?/g, " of "],
  [/ ?加上? ?/g, " + "],
  [/ ?减去? ?/g, " - "],
  [/ ?除以 ?/g, " / "],
  [/ ?乘以? ?/g, " * "],
];

function writeInSigns(text: string): string {
  const halfWidth = text.replaceAll(/[\u{FF01}-\u{FF5E}]/gu, (character) =>
    // Full-width forms repeat ASCII in the same order.
    String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
  return REWRITES.reduce(
    (rest, [pattern, sign]) => rest.replaceAll(pattern, sign),
    halfWidth,
  );
}

const START = /(?<![A-Za-z\d_.])(?:[-(.\d]|sqrt\()/g;
const TOKEN =
  /\s*(?:(?<number>(?:\d+(?:\.\d+)?|\.\d+)%?)|(?<operator>[-+*/^]|(?<=%\s*)of\b)|(?<open>(?:sqrt)?\()|(?<close>\)))/y;

/** Brackets and signs in a row; nobody means more, and every one of them may be where a search begins. */
const MAX_WITHOUT_OPERAND = 16;

/** As much from `start` on as is a whole expression with an operator; else nothing. */
function readExpression(text: string, start: number): string {
  let end = start;
  let depth = 0;
  let isOperandNext = true;
  let hasOperator = false;
  let withoutOperand = 0;
  TOKEN.lastIndex = start;
  for (;;) {
    const token = TOKEN.exec(text)?.groups;
    if (token === undefined) break;
    const { number, operator, open, close } = token;
    if (isOperandNext) {
      if (++withoutOperand > MAX_WITHOUT_OPERAND) break;
      if (open !== undefined) depth++;
      else if (number === undefined && operator !== "-") break;
      if (number !== undefined) withoutOperand = 0;
      hasOperator ||= open === "sqrt(";
      isOperandNext = number === undefined;
    } else if (operator !== undefined) {
      hasOperator = isOperandNext = true;
    } else if (close === undefined || --depth < 0) break;
    if (!isOperandNext && depth === 0 && hasOperator) end = TOKEN.lastIndex;
  }
  return text.slice(start, end);
}

/** `2024-05-01`, `5/11/2026`, `1914-1918`, `555-0199`. */
const NO_ARITHMETIC =
  /^(?:\d{1,4}([-/])\d{1,2}\1\d{1,4}|[12]\d{3}-[12]\d{3}|\d{3}-\d{4})$/;
/** `5-7` and `24/7` may be arithmetic; what is around them tells. */
const DOUBTFUL = /^\d+[-/]\d+$/;
const ASKS_TO_CALCULATE = /calculate|compute|what|how much|[?？=算]|多少|等于/i;

function isMeant(expression: string, text: string): boolean {
  if (NO_ARITHMETIC.test(expression)) return false;
  return (
    !DOUBTFUL.test(expression) ||
    expression === text.trim() ||
    ASKS_TO_CALCULATE.test(text)
  );
}
