import type { Fraction } from "fraction.js";
import { call, literal, operate, type Expression } from "../expression.ts";
import type { Cursor } from "./cursor.ts";
import { isSign, type Token } from "./token.ts";

type NumberToken = Token & { readonly kind: "number" };

/**
 * Parses a number, a name or a unit, with the operators that are implied
 * between them. `undefined` if there is none.
 */
export function parseAmount(cursor: Cursor): Expression | undefined {
  return parsePartOfUnit(cursor) ?? parseNumber(cursor) ?? parseAtom(cursor);
}

export function parseAtom(cursor: Cursor): Expression | undefined {
  const token = cursor.next;
  if (token?.kind === "number") {
    const { value, end } = scale(cursor, token.value, 1);
    cursor.advance(end);
    return literal(value);
  }
  const atom = token && toAtom(token);
  if (atom === undefined) return undefined;
  // `PI()`, as in spreadsheets.
  const isCalled =
    token?.kind === "constant" &&
    isSign(cursor.at(1), "(") &&
    isSign(cursor.at(2), ")");
  cursor.advance(isCalled ? 3 : 1);
  return atom;
}

function toAtom(token: Token): Expression | undefined {
  if (token.kind === "variable") return { kind: "variable", name: token.name };
  if (token.kind === "option") return literal(token.word);
  if (token.kind === "constant") return call(token.operation, []);
  return token.kind === "unit" ? literal(token.unit) : undefined;
}

/** `1/2 h` is half an hour; otherwise it would divide by hours. */
function parsePartOfUnit(cursor: Cursor): Expression | undefined {
  const share = findShare(cursor, 0);
  const previous = cursor.at(-1);
  const isFirst = previous === undefined || isSign(previous, "-", "+", "(");
  if (share === undefined || cursor.at(3)?.kind !== "unit") return undefined;
  if (!isFirst && !isMultiple(cursor)) return undefined;
  cursor.advance(3);
  return operate("/", literal(share.above), literal(share.below));
}

/** Whether `3 *` comes before, and nothing that may have a unit. */
function isMultiple(cursor: Cursor): boolean {
  const [start, number, times] = [-3, -2, -1].map((at) => cursor.at(at));
  const isAlone = start === undefined || isSign(start, "(");
  return isAlone && number?.kind === "number" && isSign(times, "*");
}

/** Parses mixed numbers such as `3 1/2`, and sums such as `6 ft 2 in`. */
function parseNumber(cursor: Cursor): Expression | undefined {
  const first = findNumber(cursor, 0);
  if (first === undefined) return undefined;
  const parts: Expression[] = [];
  let number: Found | undefined = first;
  let end = 0;
  while (number !== undefined) {
    const unit = cursor.at(number.end);
    if (unit?.kind !== "unit") break;
    const measure = literal(unit.unit);
    parts.push(operate("measure", literal(number.value), measure));
    end = number.end + 1;
    number = findNumber(cursor, end);
  }
  if (parts.length < 2) {
    cursor.advance(first.end);
    return literal(first.value);
  }
  cursor.advance(end);
  return parts.reduce((sum, part) => operate("+", sum, part));
}

/** A number, and the offset of the token after it. */
interface Found {
  readonly value: Fraction;
  readonly end: number;
}

/** `3`, `3 1/2`, `3 million`. */
function findNumber(cursor: Cursor, offset: number): Found | undefined {
  const whole = cursor.at(offset);
  if (whole?.kind !== "number") return undefined;
  const share = findShare(cursor, offset + 1);
  if (!isWhole(whole) || !share || share.above.n >= share.below.n)
    return scale(cursor, whole.value, offset + 1);
  const mixed = whole.value.add(share.above.div(share.below));
  return scale(cursor, mixed, offset + 4);
}

/** `2.5 million` is 2500000. */
function scale(cursor: Cursor, value: Fraction, offset: number): Found {
  const token = cursor.at(offset);
  return token?.kind === "scale"
    ? scale(cursor, value.mul(token.factor), offset + 1)
    : { value, end: offset };
}

/** The two integers of `1/2` at that offset, without spaces. */
function findShare(
  cursor: Cursor,
  offset: number,
): { above: Fraction; below: Fraction } | undefined {
  const [above, slash, below] = [0, 1, 2].map((at) => cursor.at(offset + at));
  if (!isWhole(above) || !isSign(slash, "/") || !isWhole(below))
    return undefined;
  const isTight = above.end === slash?.start && slash.end === below.start;
  return isTight ? { above: above.value, below: below.value } : undefined;
}

function isWhole(token: Token | undefined): token is NumberToken {
  return token?.kind === "number" && token.value.d === 1n;
}

/** The slash of `km/h`, without spaces. */
export function dividesUnits(cursor: Cursor): boolean {
  const [above, slash, below] = [-1, 0, 1].map((offset) => cursor.at(offset));
  if (!isSign(slash, "/") || below?.kind !== "unit") return false;
  return above?.end === slash?.start && slash?.end === below.start;
}
