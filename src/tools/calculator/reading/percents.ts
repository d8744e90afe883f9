import type { Cursor } from "./cursor.ts";
import { endsOperand, isSign, startsOperand } from "./token.ts";

/**
 * `%` between two values is the remainder, elsewhere a percentage. Throws
 * `CalculationError` if it is ambiguous.
 */
export function isPercent(cursor: Cursor): boolean {
  const [previous, sign, next] = [-1, 0, 1].map((offset) => cursor.at(offset));
  if (sign === undefined || !endsOperand(previous)) return cursor.refuseNext();
  if (next === undefined) return true;
  const isCloseBefore = previous?.end === sign.start;
  const isCloseAfter = sign.end === next.start;
  // 7 % -3 is a remainder; 100% - 35% and 8%-5% are differences.
  if (isSign(next, "-", "+"))
    return isCloseBefore || isCloseAfter || !isSigned(cursor, 1);
  if (!startsOperand(next)) return true;
  if (isCloseBefore && !isCloseAfter)
    cursor.refuse(
      'unclear "%"',
      sign,
      "Write 10% of 4 for a part of 4, or 10 mod 4 for the remainder.",
    );
  return false;
}

/** The signs from there on belong to the value after them: -3, but not - 3. */
function isSigned(cursor: Cursor, offset: number): boolean {
  const [sign, next] = [cursor.at(offset), cursor.at(offset + 1)];
  if (!isSign(sign, "-", "+")) return startsOperand(sign);
  return sign?.end === next?.start && isSigned(cursor, offset + 1);
}

/**
 * Throws `CalculationError` if the next `of` is misplaced or ambiguous: "100 /
 * 20% of 50" could be 10 or 25,000.
 */
export function refuseUnclearOf(cursor: Cursor): void {
  const { next } = cursor;
  if (next === undefined || !isSign(cursor.at(-1), "%"))
    return cursor.refuseNext();
  if (isSign(cursor.at(-3), "/", "//", "%", "mod"))
    cursor.refuse(
      'unclear "of"',
      next,
      "Put brackets around the percentage and its base, e.g. 100 / (20% of 50).",
    );
}
