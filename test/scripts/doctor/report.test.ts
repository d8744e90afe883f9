import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLine, wrapText } from "../../../scripts/doctor/report.ts";

describe("wrapText", () => {
  it("wraps between words", () => {
    const long = "x".repeat(72);
    expect(wrapText(`one two ${long} three`, 4)).toBe(
      `one two\n    ${long}\n    three`,
    );
  });

  it("keeps every word, and exceeds the width only with long words", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,90}$/), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, (given) => {
        const lines = wrapText(given.join(" "), 4).split("\n    ");
        expect(lines.join(" ").split(" ")).toEqual(given);
        for (const line of lines)
          expect(line.length <= 76 || !line.includes(" ")).toBe(true);
      }),
    );
  });
});

describe("toLine", () => {
  it("removes control characters and split surrogates", () => {
    expect(toLine("a\n\u001B[31mb\u202E c\t")).toBe("a [31mb c");
    expect(toLine("ab😀", 3)).toBe("ab\uFFFD…");
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, (given) => {
        expect(toLine(given, 10)).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}]{0,11}$/u);
      }),
    );
  });
});
