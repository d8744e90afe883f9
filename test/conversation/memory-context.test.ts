import { expect, it } from "vitest";
import { idsKnownMs } from "../../src/conversation/state/memory-context.ts";

it("knows ids for a day longer than their turns, or for ever", () => {
  expect(idsKnownMs(60_000)).toBe(86_460_000);
  expect(idsKnownMs(0)).toBe(Infinity);
});
