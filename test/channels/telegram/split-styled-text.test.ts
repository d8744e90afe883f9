import { describe, expect, it } from "vitest";
import { splitStyledText } from "../../../src/channels/telegram/split-styled-text.ts";
import {
  plainText,
  styled,
} from "../../../src/channels/telegram/styled-text.ts";

describe("splitStyledText", () => {
  it("leaves a text whole that fits", () => {
    expect(split("a".repeat(40))).toEqual(["a".repeat(40)]);
  });

  it.each([
    [
      "between paragraphs",
      "One. Two.\nThree and four\n\nFive. Six\nseven. Eight.",
      ["One. Two.\nThree and four", "Five. Six\nseven. Eight."],
    ],
    [
      "between lines, where a paragraph is too long",
      "One. Two three. Four five\nsix. Seven eight. Nine",
      ["One. Two three. Four five", "six. Seven eight. Nine"],
    ],
    [
      "between sentences, where a line is too long",
      "One two three four. Five six, seven eight nine ten",
      ["One two three four.", "Five six, seven eight nine ten"],
    ],
    [
      "after the quotation mark of a sentence",
      "“One two three four five six.” Seven eight nine",
      ["“One two three four five six.”", "Seven eight nine"],
    ],
    [
      "between words, where a sentence is too long",
      "one two three four five six seven eight nine",
      ["one two three four five six seven eight", "nine"],
    ],
    [
      "after Chinese punctuation",
      `${"汉".repeat(25)}。${"字".repeat(25)}`,
      [`${"汉".repeat(25)}。`, "字".repeat(25)],
    ],
    [
      "within a word that is too long by itself",
      "a".repeat(90),
      ["a".repeat(40), "a".repeat(40), "a".repeat(10)],
    ],
  ])("cuts %s", (_, text, parts) => {
    expect(split(text)).toEqual(parts);
  });

  it("does not make a part half empty for the sake of a paragraph", () => {
    expect(
      split(`One.\n\n${"word ".repeat(20).trim()}`)[0]?.length,
    ).toBeGreaterThan(20);
  });

  it.each([
    ["an emoji", "😀"],
    ["a family", "👨‍👩‍👧‍👦"],
    ["a flag", "🇳🇴"],
    ["a letter with its accent", "e\u0301"],
  ])("does not cut through %s", (_, character) => {
    const parts = split(character.repeat(40));
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part.replaceAll(character, "")).toBe("");
  });

  it("cuts a heap of combining marks, but no surrogate pair", () => {
    const parts = split(`😀${"\u{1D165}".repeat(60)}`);
    expect(
      parts.every((part) => part.length <= 40 && part.isWellFormed()),
    ).toBe(true);
    expect(parts.join("")).toHaveLength(122);
  });

  it("cuts code between its lines and keeps their indentation", () => {
    const code = styled(
      ["def a():", "  first()", "", "  second(1, 2, 3)", "  third()"].join(
        "\n",
      ),
      { pre: "python" },
    );
    expect(splitStyledText(code, { maxLength: 40 })).toEqual([
      [
        {
          text: "def a():\n  first()\n\n  second(1, 2, 3)",
          style: { pre: "python" },
        },
      ],
      [{ text: "  third()", style: { pre: "python" } }],
    ]);
  });

  it("rather cuts before code than in it", () => {
    const text = [
      ...styled("Some words before it.\n\n"),
      ...styled("one\n\ntwo\n\nthree\n\nfour", { pre: "" }),
    ];
    expect(splitStyledText(text, { maxLength: 40 }).map(plainText)).toEqual([
      "Some words before it.",
      "one\n\ntwo\n\nthree\n\nfour",
    ]);
  });

  it("leaves out white space at a cut, and parts of nothing else", () => {
    expect(split(`one${" \n".repeat(100)}two`)).toEqual(["one", "two"]);
    expect(split("\n ".repeat(100))).toEqual([]);
  });
});

function split(text: string): readonly string[] {
  return splitStyledText(styled(text), { maxLength: 40 }).map(plainText);
}
