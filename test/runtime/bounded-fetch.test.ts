import { expect, it } from "vitest";
import { readBeginning } from "../../src/runtime/bounded-fetch.ts";

it.each([
  [["ab", "cd"], "abcd", false],
  [["abcd", "e"], "abcd", true],
  [["abcde"], "abcd", true],
  [[], "", false],
])("of %j reads %j, and that there is more: %s", async (pieces, read, more) => {
  const body = ReadableStream.from(pieces).pipeThrough(new TextEncoderStream());
  const { bytes, isCut } = await readBeginning(body, { maxBytes: 4 });
  expect(new TextDecoder().decode(bytes)).toBe(read);
  expect(isCut).toBe(more);
});
