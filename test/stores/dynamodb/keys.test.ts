import fc from "fast-check";
import { expect, it } from "vitest";
import { toSortKey } from "../../../src/stores/dynamodb/attributes.ts";

/** Includes characters with a meaning in keys, and lone surrogates. */
const part = fc.string({
  unit: fc.oneof(fc.constantFrom("#", "~", "%", "\ud83d"), fc.string()),
  maxLength: 8,
});
const path = fc.array(part, { minLength: 1, maxLength: 4 });

it("maps different paths to different keys", () => {
  fc.assert(
    fc.property(path, path, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(toSortKey(...one) === toSortKey(...other)).toBe(isSame);
    }),
  );
});

it("covers exactly the descendants of a path with its key range", () => {
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

it("writes keys without lone surrogates", () => {
  fc.assert(
    fc.property(path, (names) => {
      expect(toSortKey(...names).isWellFormed()).toBe(true);
    }),
  );
});
