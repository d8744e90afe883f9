import { pickSentences } from "../../../src/tools/search/results.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

const text =
  "The minster is a church. It was built in 1180. Its great bell weighs 9,300 kg. Visitors may climb the tower.";

describe("the sentences of a text that are shown", () => {
  it.each([
    ["how heavy is the great bell", 45, "… Its great bell weighs 9,300 kg."],
    ["built 1180", 30, "… It was built in 1180."],
    ["minster built", 50, "The minster is a church. It was built in 1180."],
    ["something else", 45, "The minster is a church."],
    ["", 30, "The minster is a church."],
  ])("say most about %j", (query, maxLength, sentences) => {
    expect(pickSentences(text, { query, maxLength })).toBe(sentences);
  });

  it("say most in Chinese too", () => {
    const chinese = "教堂很老。它建于一一八〇年。大钟重九吨。塔可以登。";
    expect(pickSentences(chinese, { query: "大钟有多重", maxLength: 10 })).toBe(
      "… 大钟重九吨。",
    );
  });

  it("are the whole text where it fits", () => {
    expect(pickSentences(text, { query: "bell", maxLength: 200 })).toBe(text);
  });

  it("are cut at a code point where the first is too long", () => {
    const cut = pickSentences(`x${"😀".repeat(400)}`, {
      query: "bell",
      maxLength: 350,
    });
    expect(cut).toMatch(/^x😀+…$/u);
    expect(cut.length).toBeLessThanOrEqual(350);
  });

  it("keep to the length, whatever the text and the query", () => {
    const any = fc.string({ unit: "grapheme", maxLength: 500 });
    fc.assert(
      fc.property(
        any,
        any,
        fc.integer({ min: 3, max: 100 }),
        (one, query, maxLength) => {
          const picked = pickSentences(one, { query, maxLength });
          expect(picked.length).toBeLessThanOrEqual(maxLength);
          expect(picked.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
