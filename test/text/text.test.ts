import fc from "fast-check";
import { expect, it } from "vitest";
import {
  compareCodePoints,
  cutText,
  lengthInCommon,
  shorten,
} from "../../src/text/text.ts";

it.each([
  ["abc", 3, "abc", "abc"],
  ["abcd", 3, "abc", "ab…"],
  ["ab cd", 4, "ab c", "ab…"],
  ["a🙂bc", 3, "a🙂", "a…"],
  ["a🙂bc", 2, "a", "a…"],
])("%j is cut at %d units to %j or %j", (text, length, cut, short) => {
  expect(cutText(text, length)).toBe(cut);
  expect(shorten(text, length)).toBe(short);
});

it("Texts are in the order of their UTF-8", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "b", "é", "\uFFFD", "🙂"),
  });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const order = Buffer.compare(Buffer.from(one), Buffer.from(other));
      expect(Math.sign(compareCodePoints(one, other))).toBe(order);
    }),
  );
});

it.each([
  ["", "a", 0],
  ["ab", "ac", 1],
  ["ab", "abc", 2],
  ["ab", "ab", 2],
  ["a🙂", "a🙂b", 3],
  // They share their first half.
  ["a🙂", "a🙃", 1],
  ["a🙂", "a", 1],
])(
  "%j and %j have the beginning of length %d in common",
  (one, other, length) => {
    expect(lengthInCommon(one, other)).toBe(length);
    expect(lengthInCommon(other, one)).toBe(length);
  },
);
