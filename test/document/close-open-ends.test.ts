import { expect, it } from "vitest";
import { closeOpenEnds } from "../../src/document/close-open-ends.ts";

it.each([
  ["bold text", "It is **very", "It is **very**"],
  ["bold text at a space", "It is **very ", "It is **very**"],
  ["code", "Run `npm", "Run `npm`"],
])("closes %s that is still being written", (_, written, closed) => {
  expect(closeOpenEnds(written)).toBe(closed);
});
