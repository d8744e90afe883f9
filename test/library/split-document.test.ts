import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitDocument } from "../../src/library/split-document.ts";

const split = (text: string, name = "docs/prices.md") =>
  splitDocument(text, { name });
const headingsOf = async (text: string) =>
  (await split(text)).pieces.map(({ heading }) => heading);
const textsOf = async (text: string) =>
  (await split(text)).pieces.map((piece) => piece.text);

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
  ])("is %s", async (_, text, title) => {
    expect((await split(text)).title).toBe(title);
  });
});

describe("the passages", () => {
  it("have their headings, without the title", async () => {
    const text = "# Title\nA\n## One\nB\n### Deep\nC\n## Two ##\nD\n# Other\nE";
    expect(await headingsOf(text)).toEqual([
      "",
      "One",
      "One › Deep",
      "Two",
      "Other",
    ]);
    expect(await textsOf(text)).toEqual(["A", "B", "C", "D", "E"]);
  });

  it("keep code blocks whole, and their comments are not headings", async () => {
    const code = "```sh\n# install\n\nnpm ci\n---\n```";
    expect((await split(`# Title\n\n${code}\n\nAfter.`)).pieces).toEqual([
      { heading: "", text: `${code}\n\nAfter.` },
    ]);
  });

  it("end a code block only at its own fence", async () => {
    expect(await textsOf("~~~~\n```\n~~~\n# no\n~~~~\n# yes\nA")).toEqual([
      "~~~~\n```\n~~~\n# no\n~~~~",
      "A",
    ]);
  });

  it("treat a line of hyphens as an underline below a single line only", async () => {
    expect(await headingsOf("# T\nOne\n---\nA")).toEqual(["One"]);
    expect(await textsOf("# T\nOne\ntwo\n---\nA")).toEqual([
      "One\ntwo\n---\n\nA",
    ]);
    expect(await headingsOf("# T\n#hashtag\n\n---\n\nA")).toEqual([""]);
  });

  it("leave out images and lone links", async () => {
    expect(
      await textsOf(
        "[中文](README.zh.md)\n\n![A page](a.png)\n\n[![ci](b.svg)](c)\n\nSee [here](d).",
      ),
    ).toEqual(["See [here](d)."]);
  });

  it("write tables without padding", async () => {
    expect(
      await textsOf("| a    | b |\n| ---------- | --- |\n| 1      | 2 |"),
    ).toEqual(["| a | b |\n| --- | --- |\n| 1 | 2 |"]);
  });

  it("repeat the header of a table that is too long for one", async () => {
    const header = "| a | b |\n| --- | --- |\n";
    const rows = Array.from({ length: 220 }, (_, row) => `| ${row} | 2 |`);
    const pieces = await textsOf(header + rows.join("\n"));
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) expect(piece.startsWith(header)).toBe(true);
    for (let count = 200; count < 220; count++)
      for (const piece of await textsOf(
        header + rows.slice(0, count).join("\n"),
      ))
        expect(piece.length).toBeLessThanOrEqual(1_200);
  });

  it("normalise line ends and replace control characters", async () => {
    expect((await split("# T\r\n\r\nA\u0000b\rc")).pieces).toEqual([
      { heading: "", text: "A b\nc" },
    ]);
  });

  it("contain several paragraphs, but at most 1,200 characters", async () => {
    const paragraph = `${"word ".repeat(99)}end.`;
    expect(
      (
        await textsOf(Array.from({ length: 5 }, () => paragraph).join("\n\n"))
      ).map(({ length }) => length),
    ).toEqual([1_000, 1_000, 499]);
  });

  it("are split between sentences, also in Chinese", async () => {
    for (const piece of await textsOf(
      "今天的汇率是七点一，天气很好。".repeat(300),
    ))
      expect(piece).toMatch(/。$/);
    for (const piece of await textsOf("It is cheap. It is good.\t".repeat(300)))
      expect(piece).toMatch(/\.$/);
  });

  it("keep text between two rules at the top that is not front matter", async () => {
    const text = "---\nWe ship: daily.\n---\n\nEnd.";
    expect(await textsOf(text)).toEqual([text]);
  });

  it("keep all words of any text, in bounded pieces without split characters", async () => {
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
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (lines) => {
        const text = lines.join("\n");
        const { title, pieces } = await split(text);
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
  ])("are bounded for a megabyte of %s", async (_, text) => {
    for (const piece of await textsOf(text))
      expect(piece.length).toBeLessThanOrEqual(1_200);
  });
});
