/** A `!` that belongs to its number, and ends no sentence. */
export const FACTORIAL = "ǃ";

/**
 * A text that is one arithmetic expression from its first sign to its last, with an operator; written as the calculator
 * takes it: `80 的 5%` → `5% of 80`. Undefined for any other text, even where a part of it is one.
 */
export function readExpression(text: string): string | undefined {
  const cursor = { text, position: 0, hasOperator: false };
  const expression = readSum(cursor, 0);
  return cursor.position === text.length && cursor.hasOperator
    ? expression?.replaceAll("−", "-").replaceAll(FACTORIAL, "!")
    : undefined;
}

interface Cursor {
  readonly text: string;
  position: number;
  hasOperator: boolean;
}

function readSum(cursor: Cursor, depth: number): string | undefined {
  let sum = readProduct(cursor, depth);
  while (sum !== undefined) {
    const sign = takeOperator(cursor, PLUS_OR_MINUS);
    if (sign === undefined) break;
    sum = append(sum + sign, readProduct(cursor, depth));
  }
  return sum;
}

const PLUS_OR_MINUS = / *[-+−] */y;

/** A share that stands behind is one of the product before it: `80.16 * 3 的 12.5%`. */
function readProduct(cursor: Cursor, depth: number): string | undefined {
  let product = readOperand(cursor, depth);
  let isDivided = false;
  while (product !== undefined) {
    const share = takeOperator(cursor, SHARE_OF_IT)?.replace(/^ *的 */, "");
    // 100 / 4 的 50% could be 12.5 or 50.
    if (share !== undefined && isDivided) return undefined;
    if (share !== undefined) product = `${share} of ${product}`;
    else {
      const sign = takeTimes(cursor, product);
      if (sign === undefined) break;
      isDivided ||= sign.includes("/");
      product = append(product + sign, readOperand(cursor, depth));
    }
  }
  return product;
}

const SHARE_OF_IT = / *的 *\d+(?:\.\d+)?%/y;
const TIMES_OR_OVER = / *[*/^] */y;
const OF = / *(?:of\b|的) */iy;

function takeTimes(cursor: Cursor, product: string): string | undefined {
  const sign = takeOperator(cursor, TIMES_OR_OVER);
  if (sign !== undefined || !product.endsWith("%")) return sign;
  return takeOperator(cursor, OF) === undefined ? undefined : " of ";
}

/** The calculator opens no more brackets either. */
const MAX_DEPTH = 30;

function readOperand(cursor: Cursor, depth: number): string | undefined {
  const sign = take(cursor, cursor.position === 0 ? FIRST_SIGN : SIGN) ?? "";
  const number = take(cursor, NUMBER);
  if (number !== undefined) return sign + number;
  const opening = takeOpening(cursor);
  if (opening === undefined || depth === MAX_DEPTH) return undefined;
  const inner = append(sign + opening, readSum(cursor, depth + 1));
  return inner && append(inner, take(cursor, CLOSING));
}

/** With a blank, as in “apples - 5 + 3”, it is no sign. */
const FIRST_SIGN = /[-−](?! )/y;
const SIGN = /[-−] */y;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)[%ǃ]?/y;
const OPENING = /\( */y;
const ROOT = /sqrt\( */iy;
const CLOSING = / *\)ǃ?/y;

function takeOpening(cursor: Cursor): string | undefined {
  return take(cursor, OPENING) ?? takeOperator(cursor, ROOT);
}

function takeOperator(cursor: Cursor, pattern: RegExp): string | undefined {
  const taken = take(cursor, pattern);
  cursor.hasOperator ||= taken !== undefined;
  return taken;
}

function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.position;
  const taken = pattern.exec(cursor.text)?.[0];
  if (taken !== undefined) cursor.position = pattern.lastIndex;
  return taken;
}

function append(start: string, rest: string | undefined): string | undefined {
  return rest === undefined ? undefined : start + rest;
}
