import {
  toSortableNumber,
  toSortKey,
} from "../../../src/stores/dynamodb/attributes.ts";
import fc from "fast-check";
import { expect, it } from "vitest";

/** With what has a meaning in keys, and halves of characters. */
const part = fc.string({
  unit: fc.oneof(fc.constantFrom("#", "~", "%", "\ud83d"), fc.string()),
  maxLength: 8,
});
const path = fc.array(part, { minLength: 1, maxLength: 4 });

it("gives two paths two keys", () => {
  fc.assert(
    fc.property(path, path, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(toSortKey(...one) === toSortKey(...other)).toBe(isSame);
    }),
  );
});

it("has everything below a path between its key and the end of its range, and nothing else", () => {
  fc.assert(
    fc.property(path, path, (one, other) => {
      const isBelow =
        other.length > one.length &&
        one.every((name, place) => name === other[place]);
      const key = toSortKey(...other);
      const isInside =
        key >= toSortKey(...one, "") && key < `${toSortKey(...one)}#~`;
      // Characters after `~` sort after the range.
      const isOdd = toSortKey(other[one.length] ?? "") > "~";
      expect(isInside).toBe(isBelow && !isOdd);
    }),
  );
});

it("writes keys that UTF-8 can hold", () => {
  fc.assert(
    fc.property(path, (names) => {
      expect(toSortKey(...names).isWellFormed()).toBe(true);
    }),
  );
});

it("sorts numbers by their size", () => {
  const numbers = fc.integer({ min: 0, max: 10 ** 12 - 1 });
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      expect(toSortableNumber(one) < toSortableNumber(other)).toBe(one < other);
    }),
  );
});
