import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  splitStyledText,
  type MessageLimit,
} from "../../../src/channels/markdown/split-markdown.ts";
import {
  plainText,
  styled,
} from "../../../src/channels/markdown/styled-text.ts";
import { runs } from "../../property-runs.ts";

/** Without markup that needs room. */
const LIMIT: MessageLimit = {
  maxLength: 40,
  fittingLength: (text) => plainText(text).length,
};

describe("splitStyledText", () => {
  it("does not split a text that fits", () => {
    expect(split("a".repeat(40))).toEqual(["a".repeat(40)]);
  });

  it.each([
    [
      "between paragraphs",
      "One. Two.\nThree and four\n\nFive. Six\nseven. Eight.",
      ["One. Two.\nThree and four", "Five. Six\nseven. Eight."],
    ],
    [
      "between lines, if a paragraph is too long",
      "One. Two three. Four five\nsix. Seven eight. Nine",
      ["One. Two three. Four five", "six. Seven eight. Nine"],
    ],
    [
      "between sentences, if a line is too long",
      "One two three four. Five six, seven eight nine ten",
      ["One two three four.", "Five six, seven eight nine ten"],
    ],
    [
      "after the quotation mark of a sentence",
      "“One two three four five six.” Seven eight nine",
      ["“One two three four five six.”", "Seven eight nine"],
    ],
    [
      "between words, if a sentence is too long",
      "one two three four five six seven eight nine",
      ["one two three four five six seven eight", "nine"],
    ],
    [
      "after Chinese punctuation",
      `${"汉".repeat(25)}。${"字".repeat(25)}`,
      [`${"汉".repeat(25)}。`, "字".repeat(25)],
    ],
    [
      "within a word that is too long alone",
      "a".repeat(90),
      ["a".repeat(40), "a".repeat(40), "a".repeat(10)],
    ],
  ])("cuts %s", (_, text, parts) => {
    expect(split(text)).toEqual(parts);
  });

  it("does not leave a part half empty for a paragraph", () => {
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

  it.each([
    ["a space", " \u0301"],
    ["a comma", "，\u0301"],
    ["a full stop", "。\u20DD"],
  ])("does not separate %s from its combining mark", (_, character) => {
    // For every position of the limit.
    for (let length = 30; length < 40; length++) {
      const text = `${"a".repeat(length)}${character.repeat(20)}b`;
      expect(split(text).join("")).toBe(text);
      for (const part of split(text)) expect(part).not.toMatch(/^\p{M}/u);
    }
  });

  it("keeps every grapheme cluster whole, wherever a cut falls", () => {
    const space = "a| |\n|. |，|。”";
    const marks = "\u0301|\u20DD|\u200D|\u0903|\u{1F3FD}|\u11A8";
    const pieces = fc.constantFrom(
      ...`${space}|${marks}|👍|👨‍👩‍👧‍👦|🇳🇴|각`.split("|"),
    );
    const text = fc
      .array(pieces, { minLength: 60, maxLength: 200 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, (source) => {
        const whole = new Set(clusters(source));
        for (const part of split(source))
          for (const cluster of clusters(part))
            // A cluster longer than a part must be cut.
            if (!whole.has(cluster) && /[^\s\p{Cf}]/u.test(cluster))
              expect(
                [...whole].some(
                  (long) => long.length > 40 && long.includes(cluster),
                ),
                JSON.stringify([source, part, cluster]),
              ).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });

  it("cuts a long run of combining marks, but no surrogate pair", () => {
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
    expect(splitStyledText(code, LIMIT)).toEqual([
      [
        {
          text: "def a():\n  first()\n\n  second(1, 2, 3)",
          style: { pre: "python" },
        },
      ],
      [{ text: "  third()", style: { pre: "python" } }],
    ]);
  });

  it("prefers to cut before code than within", () => {
    const text = [
      ...styled("Some words before it.\n\n"),
      ...styled("one\n\ntwo\n\nthree\n\nfour", { pre: "" }),
    ];
    expect(splitStyledText(text, LIMIT).map(plainText)).toEqual([
      "Some words before it.",
      "one\n\ntwo\n\nthree\n\nfour",
    ]);
  });

  it("drops white space at a cut, and parts of white space only", () => {
    expect(split(`one${" \n".repeat(100)}two`)).toEqual(["one", "two"]);
    expect(split("\n ".repeat(100))).toEqual([]);
  });
});

function split(text: string): readonly string[] {
  return splitStyledText(styled(text), LIMIT).map(plainText);
}

function clusters(text: string): readonly string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}
