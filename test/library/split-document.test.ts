import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitDocument } from "../../src/library/split-document.ts";

const split = (text: string, name = "docs/prices.md") =>
  splitDocument(text, { name });
const headingsOf = (text: string) =>
  split(text).pieces.map(({ heading }) => heading);
const textsOf = (text: string) => split(text).pieces.map((piece) => piece.text);

describe("the title", () => {
  it.each([
    ["the first heading", "Intro.\n\n## Our *prices*\n\nLow.", "Our prices"],
    [
      "that of the front matter",
      '---\nlayout: x\ntitle: "Prices"\n---\n# H\n\nLow.',
      "Prices",
    ],
    ["an underlined heading", "Prices\n======\n\nLow.", "Prices"],
    ["the file's name if there is no heading", "Low.", "prices.md"],
    [
      "the heading without links and code marks",
      "# [The `key`](x.md) and ![a](b.png)\n\nLow.",
      "The key and a",
    ],
  ])("is %s", (_, text, title) => {
    expect(split(text).title).toBe(title);
  });
});

describe("the passages", () => {
  it("have their headings, without the title", () => {
    const text = "# Title\nA\n## One\nB\n### Deep\nC\n## Two ##\nD\n# Other\nE";
    expect(headingsOf(text)).toEqual(["", "One", "One › Deep", "Two", "Other"]);
    expect(textsOf(text)).toEqual(["A", "B", "C", "D", "E"]);
  });

  it("keep code blocks whole, and their comments are not headings", () => {
    const code = "```sh\n# install\n\nnpm ci\n---\n```";
    expect(split(`# Title\n\n${code}\n\nAfter.`).pieces).toEqual([
      { heading: "", text: `${code}\n\nAfter.` },
    ]);
  });

  it("end a code block only at its own fence", () => {
    expect(textsOf("~~~~\n```\n~~~\n# no\n~~~~\n# yes\nA")).toEqual([
      "~~~~\n```\n~~~\n# no\n~~~~",
      "A",
    ]);
  });

  it("treat a line of hyphens as an underline below a single line only", () => {
    expect(headingsOf("# T\nOne\n---\nA")).toEqual(["One"]);
    expect(textsOf("# T\nOne\ntwo\n---\nA")).toEqual(["One\ntwo\n---\nA"]);
    expect(headingsOf("# T\n#hashtag\n\n---\n\nA")).toEqual([""]);
  });

  it("leave out images and lone links", () => {
    expect(
      textsOf(
        "[中文](README.zh.md)\n\n![A page](a.png)\n\n[![ci](b.svg)](c)\n\nSee [here](d).",
      ),
    ).toEqual(["See [here](d)."]);
  });

  it("write tables without padding", () => {
    expect(
      textsOf("| a    | b |\n| ---------- | --- |\n| 1      | 2 |"),
    ).toEqual(["| a | b |\n| --- | --- |\n| 1 | 2 |"]);
  });

  it("repeat the header of a table that is too long for one", () => {
    const header = "| a | b |\n| --- | --- |\n";
    const rows = Array.from({ length: 200 }, (_, row) => `| ${row} | 2 |`);
    const pieces = textsOf(header + rows.join("\n"));
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) expect(piece.startsWith(header)).toBe(true);
  });

  it("normalise line ends and replace control characters", () => {
    expect(split("# T\r\n\r\nA\u0000b\rc").pieces).toEqual([
      { heading: "", text: "A b\nc" },
    ]);
  });

  it("contain several paragraphs, but at most 1,200 characters", () => {
    const paragraph = `${"word ".repeat(99)}end.`;
    expect(
      textsOf(Array.from({ length: 5 }, () => paragraph).join("\n\n")).map(
        ({ length }) => length,
      ),
    ).toEqual([1_000, 1_000, 499]);
  });

  it("are split between sentences, also in Chinese", () => {
    for (const piece of textsOf("今天的汇率是七点一，天气很好。".repeat(300)))
      expect(piece).toMatch(/。$/);
    for (const piece of textsOf("It is cheap. It is good.\t".repeat(300)))
      expect(piece).toMatch(/\.$/);
  });

  it("keep text between two rules at the top that is not front matter", () => {
    const text = "---\nWe ship: daily.\n---\nEnd.";
    expect(textsOf(text)).toEqual([text]);
  });

  it("keep all words of any text, in bounded pieces without split characters", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "",
        "# A",
        "---",
        "```",
        "~~~",
        "| a |",
        "x".repeat(3_000),
        "汇率𠀀".repeat(700),
        "  - item",
      ),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join("\n");
        const { title, pieces } = split(text);
        expect(title.length).toBeLessThanOrEqual(200);
        for (const piece of pieces) {
          expect(piece.text.length).toBeLessThanOrEqual(1_200);
          expect(piece.heading.length).toBeLessThanOrEqual(200);
          expect(piece.text.isWellFormed()).toBe(true);
          expect(piece.text).toMatch(/[\p{L}\p{N}]/u);
        }
        const count = (part: string) => part.split("率").length;
        expect(
          pieces.reduce((sum, piece) => sum + count(piece.text) - 1, 0),
        ).toBe(count(text) - 1);
      }),
    );
  });

  it.each([
    ["hashes", "# ".repeat(500_000)],
    ["brackets", "[".repeat(1_000_000)],
    ["links", "[a](".repeat(250_000)],
    ["fences", "```\n".repeat(250_000)],
    ["one word", "x".repeat(1_000_000)],
    ["pipes", `|${" ".repeat(1_000_000)}`],
    ["front matter", `---\n${"title:\n".repeat(140_000)}`],
  ])("are bounded for a megabyte of %s", (_, text) => {
    for (const piece of textsOf(text))
      expect(piece.length).toBeLessThanOrEqual(1_200);
  });
});
