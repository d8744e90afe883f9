import { expect, it } from "vitest";
import { lengthInCommon } from "../../src/text/text.ts";

it.each([
  ["", "a", 0],
  ["ab", "ac", 1],
  ["ab", "abc", 2],
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
