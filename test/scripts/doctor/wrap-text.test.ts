import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLine } from "../../../scripts/doctor/to-line.ts";
import { wrapText } from "../../../scripts/doctor/wrap-text.ts";

describe("wrapText", () => {
  it("breaks between words", () => {
    expect(wrapText("one two three four", { width: 11, indentation: 2 })).toBe(
      "  one two\n  three\n  four",
    );
  });

  it("keeps every word, and only words that are too long go past the width", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,30}$/), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, (given) => {
        const lines = wrapText(given.join(" "), { width: 20, indentation: 4 })
          .split("\n")
          .map((line) => line.slice(4));
        expect(lines.join(" ").split(" ")).toEqual(given);
        for (const line of lines)
          expect(line.length <= 16 || !line.includes(" ")).toBe(true);
      }),
    );
  });
});

describe("toLine", () => {
  it("leaves nothing that moves the cursor, and no halves of characters", () => {
    expect(toLine("a\n\u001B[31mb\u202E c\t")).toBe("a [31mb c");
    expect(toLine("ab😀", { maxLength: 3 })).toBe("ab\uFFFD…");
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, (given) => {
        expect(toLine(given, { maxLength: 10 })).toMatch(
          /^[^\p{Cc}\p{Cf}\p{Cs}]{0,11}$/u,
        );
      }),
    );
  });
});
