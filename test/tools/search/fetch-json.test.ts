import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutQuery } from "../../../src/tools/search/fetch-json.ts";

describe("a query", () => {
  it.each([
    ["  Ada \n\t Eve ", "Ada Eve"],
    ["Ada\u{0}\u{1F}Eve", "Ada Eve"],
    ["Ada Lovelace", "Ada Lovela"],
    ["one two three four", "one two"],
    ["😀".repeat(12), "😀".repeat(10)],
    ["123456789 x", "123456789"],
    ["\u{D800}x", "\u{FFFD}x"],
    [" \u{7} ", ""],
  ])("is cut to a provider's limits: %j → %j", (query, cut) => {
    expect(cutQuery(query, { maxCharacters: 10, maxWords: 2 })).toBe(cut);
  });

  it("is always bounded and well-formed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (query) => {
        const cut = cutQuery(query, { maxCharacters: 50, maxWords: 5 });
        expect(Array.from(cut).length).toBeLessThanOrEqual(50);
        expect(cut.split(" ").length).toBeLessThanOrEqual(5);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut).not.toMatch(/^\s|\s\s|\s$|\p{Cc}/u);
      }),
    );
  });
});
