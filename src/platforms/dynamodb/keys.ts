/** Where an item lies: `pk` names what belongs together (a conversation), `sk` the item in it. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/**
 * A sort key of several parts, in the order of the parts: whatever the parts hold, two lists of parts never give the same
 * key, and a key that begins with `toSortKey(...parts, "")` belongs to those parts. Keys have at most 1,024 bytes.
 */
export function toSortKey(...parts: readonly string[]): string {
  return parts.map(escapePart).join("#");
}

/** Whole numbers below 10^12 as texts that are sorted like the numbers. */
export function toSortableNumber(number: number): string {
  return String(number).padStart(12, "0");
}

/** `#` separates the parts, and `~` stands behind all of them. Halves of a character are no UTF-8, which is what keys are stored as. */
function escapePart(part: string): string {
  return part.replace(
    /[%#~]|\p{Surrogate}/gu,
    (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
