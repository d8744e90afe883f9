import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { readMarkdown } from "../../../src/channels/markdown/read-markdown.ts";
import {
  createStandardMarkup,
  escapeStandard,
} from "../../../src/channels/markdown/standard-markup.ts";
import type { StyledText } from "../../../src/channels/markdown/styled-text.ts";
import {
  createMarkupSplitter,
  type Markup,
} from "../../../src/channels/markdown/write-markup.ts";
import { lengthIn } from "../../../src/text/text.ts";
import { richMarkdown } from "../../fixtures/rich-markdown.ts";
import { runs } from "../../property-runs.ts";

const MARKUP: Markup = {
  escape: (text) => text.replaceAll(/[*_~`<>[\]]/g, (mark) => `\\${mark}`),
  marks: { bold: "**", italic: "_", strikethrough: "~~" },
  link: (text, address) => `[${text}](${address})`,
  code: (text) => `\`${text}\``,
  pre: (text, language) => `\`\`\`${language}\n${text}\n\`\`\``,
  quote: (line) => `> ${line}`,
};

async function write(
  markdown: string,
  max = 4_000,
): Promise<readonly string[]> {
  const split = createMarkupSplitter({ markup: MARKUP, max });
  return (await split(markdown)).map(({ text }) => text);
}

describe("text with markup", () => {
  it.each([
    [
      "**Bold** and *italic* and ~~gone~~",
      "**Bold** and _italic_ and ~~gone~~",
    ],
    ["# Title\n\nText", "**Title**\n\nText"],
    ["A [link](https://example.org/a)", "A [link](https://example.org/a)"],
    ["- one\n- `two`", "• one\n• `two`"],
    ["- > quoted\n- after", "• \n> quoted\n• after"],
    ["> quoted\n> lines\n\nafter", "> quoted\n> lines\n\nafter"],
    ["```js\nlet a = *b*;\n```", "```js\nlet a = *b*;\n```"],
    ["- ```\n  code\n  ```", "• \n```\ncode\n```"],
    ["a\n\n```\nb\n```\n\nc", "a\n\n```\nb\n```\n\nc"],
    ["2 \\* 3 * 4", "2 \\* 3 \\* 4"],
    ["[x](javascript:alert(1))", "x"],
    ["**a!** b, **c**d", "**a!** b, **c**d"],
    ["**a!**.", "**a!**."],
    ["**重点：**内容", "**重点：**\u200A内容"],
    ["内容**“重点”**", "内容\u200A**“重点”**"],
    ["**“A”**、**“B”**", "**“A”**、**“B”**"],
    ["（**“引用”**）", "（**“引用”**）"],
    ["**A***B*", "**A**\u200A_B_"],
    [
      "[**查看！**](https://example.org/)后面",
      "[**查看！**](https://example.org/)后面",
    ],
  ])("writes %j as %j", async (markdown, text) => {
    expect(await write(markdown)).toEqual([text]);
  });

  it("has CommonMark read all looks as they were meant, whatever they touch", async () => {
    const markup = createStandardMarkup({ escape: escapeStandard });
    const split = createMarkupSplitter({ markup, max: 4_000 });
    const pieces = ["**", "*", "~~", "a", "b ", "重", "：", "(", "`c`"];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...pieces, "**"), { maxLength: 12 }),
        async (heap) => {
          // Not a fence, whose line shows nothing.
          const markdown = `a${heap.join("")}`;
          const [part] = await split(markdown);
          expect(looksRead(part?.text ?? "")).toEqual(
            looksMeant(await readMarkdown(markdown)),
          );
        },
      ),
      {
        numRuns: runs(500),
        examples: [
          [["**重点*强调*内容**"]],
          [["a**b*c*d**e"]],
          [["**重点：**内容"]],
          [["重~~**a**~~重"]],
        ],
      },
    );
  });

  it.each([
    [300, 150, true],
    [300, 151, false],
    [100_000, 2_048, true],
    [100_000, 2_049, false],
  ])(
    "has a link in a part of %d units to an address of %d: %s",
    async (max, length, isLinked) => {
      const link = `[b](${"https://a.example/".padEnd(length, "x")})`;
      expect(await write(link, max)).toEqual([isLinked ? link : "b"]);
    },
  );

  it("fits the platform's limit in its own units, with all of its markup", async () => {
    const text = fc.array(
      fc.constantFrom(
        "**bold** ",
        "`code` ",
        "汉字 ",
        "😀",
        "[a](https://example.org/) ",
        "\n\n> quote\n\n",
        "word ",
        "***",
      ),
      { maxLength: 400 },
    );
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom("utf-16", "utf-8"),
        async (pieces, unit) => {
          const split = createMarkupSplitter({
            markup: MARKUP,
            max: 300,
            unit,
          });
          for (const part of await split(pieces.join(""))) {
            expect(lengthIn(part.text, unit)).toBeLessThanOrEqual(300);
            expect(part.text).toMatch(/\S/);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it("loses no word, even in tiny parts", async () => {
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    const whole = words((await write(richMarkdown, 100_000)).join("\n"));
    const parts = words((await write(richMarkdown, 400)).join("\n"));
    expect(new Set(parts)).toEqual(new Set(whole));
  });
});

/** Each letter with its looks, as CommonMark reads them. */
function looksRead(markdown: string): string[] {
  const looks = new Set<string>();
  const [inline] = new MarkdownIt().parseInline(markdown, {});
  return (inline?.children ?? []).flatMap(({ type, tag, content, nesting }) => {
    if (nesting === 1) looks.add(tag);
    if (nesting === -1) looks.delete(tag);
    return lettersWith(content, type === "code_inline" ? [] : [...looks]);
  });
}

function looksMeant(text: StyledText): string[] {
  return text.flatMap(({ text: content, style }) => {
    const looks = [
      style.bold ? ["strong"] : [],
      style.italic ? ["em"] : [],
      style.strikethrough ? ["s"] : [],
    ];
    return lettersWith(content, style.code ? [] : looks.flat());
  });
}

function lettersWith(text: string, looks: readonly string[]): string[] {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.map((letter) => [letter, ...looks.toSorted()].join(" "));
}
