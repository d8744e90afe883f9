import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { takePassage } from "../../../src/tools/read-page/read-page-tool.ts";

const take = (text: string, maxLength: number, start = 0) =>
  takePassage(text, { start, maxLength });

describe("a passage", () => {
  it("is the whole text if it fits", () => {
    expect(take("One. Two.", 9)).toEqual({ text: "One. Two.", end: 9 });
    expect(take("One. Two.", 100, 5)).toEqual({ text: "Two.", end: 9 });
  });

  it.each([
    ["One two.\n\nThree. Four five", 19, "One two."],
    ["One two three. Four. Five\n\nsix", 24, "One two three. Four."],
    ['He said: "One two." Then three', 26, 'He said: "One two."'],
    ["- one two\n- three\n- four five", 24, "- one two\n- three"],
    ["一二三四五。六七八九十", 9, "一二三四五。"],
    ["One two three four five six", 20, "One two three four"],
    ["A. Onetwothreefourfivesix", 20, "A. Onetwothreefourfi"],
    ["一二三四五六七八九十", 7, "一二三四五六七"],
    ["😀😀😀😀😀", 7, "😀😀😀"],
  ])("of %j within %i UTF-16 units is %j", (text, maxLength, passage) => {
    expect(take(text, maxLength).text).toBe(passage);
  });

  it("begins with a whole character", () => {
    expect(take("😀😀", 10, 1).text).toBe("😀😀");
    expect(take("😀😀", 10, 3).text).toBe("😀");
  });

  it("advances until the whole text is covered", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("\n\n", ". ", "。", "\n", " ", "😀", "x".repeat(30)),
    );
    const written = fc
      .array(piece, { maxLength: 50 })
      .map((pieces) => pieces.join("").toWellFormed());
    fc.assert(
      fc.property(written, fc.integer({ min: 2, max: 40 }), (text, room) => {
        const passages: string[] = [];
        for (let start = 0; start < text.length;) {
          const { text: passage, end } = take(text, room, start);
          expect(end).toBeGreaterThan(start);
          expect(passage.length).toBeLessThanOrEqual(room);
          expect(passage.isWellFormed()).toBe(true);
          passages.push(passage);
          start = end;
        }
        const letters = (some: string) => some.replaceAll(/\s+/g, "");
        expect(letters(passages.join(""))).toBe(letters(text));
      }),
    );
  });
});
