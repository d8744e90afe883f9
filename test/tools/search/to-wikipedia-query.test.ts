import { toWikipediaQuery } from "../../../src/tools/search/wikipedia.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("a query for Wikipedia", () => {
  it.each([
    ["  Ada \n Lovelace ", "Ada Lovelace"],
    ['"Ada Lovelace" birthplace', "Ada Lovelace birthplace"],
    ["intitle:Ada -Byron", "intitle Ada Byron"],
    ["insource:/a.*b/", "insource a. b"],
    ["-40 degrees !important", "40 degrees important"],
    ["Tom AND Jerry OR NOT", "Tom and Jerry or not"],
    ["well-known at 12:30", "well-known at 12:30"],
    ["C# AT&T C++", "C# AT&T C++"],
    ["长城：长度?", "长城：长度?"],
    ["//", ""],
  ])("has no operators left: %j → %j", (query, words) => {
    expect(toWikipediaQuery(query)).toBe(words);
  });

  it("is cut to 300 characters between code points", () => {
    expect(toWikipediaQuery("😀".repeat(400))).toBe("😀".repeat(300));
  });

  it("is well-formed and bounded, whatever was asked", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 800 }), (query) => {
        const words = toWikipediaQuery(query);
        expect(words.isWellFormed()).toBe(true);
        expect(Array.from(words).length).toBeLessThanOrEqual(300);
        expect(words).not.toMatch(/["~*\\]|^[-!]\S/);
      }),
    );
  });
});
