import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toTelegramParts } from "../../../src/channels/telegram/to-telegram-parts.ts";
import { richMarkdown } from "../../fixtures/rich-markdown.ts";
import { pick, runs } from "../../property-runs.ts";
import { readText } from "../../stubs/telegram-text.ts";
import { arbitraryDocument } from "./arbitrary-document.ts";

/** Building blocks of Markdown. */
const MARKUP = [
  "*",
  "**",
  "***",
  "_",
  "__",
  "~~",
  "`",
  "``",
  "```",
  "```js\n",
  "~~~",
  "#",
  "# ",
  "> ",
  ">",
  "- ",
  "1. ",
  "- [x] ",
  "  ",
  "    ",
  "\n",
  "\n\n",
  "|",
  "|-|\n",
  "|a|b|\n",
  "---",
  "===",
  "[",
  "]",
  "](",
  ")",
  "![",
  "<",
  ">",
  "&",
  "&amp;",
  "<b>",
  "</b>",
  "<br>",
  "<!--",
  "-->",
  "\\",
  "\\(",
  "\\)",
  "\\[",
  "\\]",
  "$",
  "$$",
  "http://",
  "www.",
  "a@b.example",
  "[1]: ",
  "word",
  "汉字",
  "：",
  "“",
  "”",
  "😀",
  "\u200B",
  '"',
  "'",
  " ",
];

/**
 * Regressions: repeated, each once took the parser seconds or overflowed its
 * stack.
 */
const TANGLES = [
  ">",
  "> ",
  "1. ",
  "- a\n",
  "-\n",
  "> - ",
  "a\n  ",
  "*a ",
  "*a **b ",
  "***a",
  "a**",
  "_a",
  "*_~",
  "~a",
  "[",
  "![",
  "[a](",
  "`a``",
  "<a b='",
  "a_",
  "a.b@c.",
  "&#",
  "$a ",
  "$$\n\n",
  "\\[",
  "\\(",
  "**注`",
  "**注：`a`",
  "*a* ",
  "# a\n",
  "| ",
  "\n",
  " ",
  "汉",
];

const prefixesOf = (text: string): readonly string[] =>
  Array.from({ length: text.length + 1 }, (_, length) => text.slice(0, length));

describe("toTelegramParts", () => {
  it("makes valid messages of any prefix of a text", async () => {
    for (const prefix of pick(prefixesOf(richMarkdown), { count: 90, turn: 0 }))
      await expectSendable(prefix);
  });

  it("makes valid messages of any prefix of a document", async () => {
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryDocument(), async ({ markdown }) => {
        const prefixes = prefixesOf(markdown.slice(0, 600));
        for (const prefix of pick(prefixes, { count: 50, turn: turn++ }))
          await expectSendable(prefix);
      }),
      { numRuns: 4 },
    );
  });

  it("makes valid messages of any sequence of Markdown", async () => {
    const heap = fc
      .array(fc.constantFrom(...MARKUP), { maxLength: 60, size: "max" })
      .map((pieces) => pieces.join(""));
    await fc.assert(fc.asyncProperty(heap, expectSendable), {
      numRuns: runs(100),
    });
  });

  it("makes valid messages of any text", async () => {
    const text = fc.string({ unit: "binary", maxLength: 200 });
    await fc.assert(fc.asyncProperty(text, expectSendable), {
      numRuns: runs(70),
    });
  });

  it("keeps all words of a document in order", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDocument(), async ({ markdown, words }) => {
        await expectSendable(markdown);
        const parts = await toTelegramParts(markdown);
        const shown = parts.map(({ text }) => text).join("\n");
        expect(shown.match(/w\d+/g) ?? []).toEqual(words);
      }),
      { numRuns: runs(20) },
    );
  });

  it.each(TANGLES)("handles 20,000 units of %j", async (piece) => {
    await expectSendable(piece.repeat(Math.ceil(20_000 / piece.length)));
  });

  it("handles deep lists, wide tables, and emphasis that opens many times before it closes", async () => {
    await expectSendable(
      Array.from(
        { length: 200 },
        (_, depth) => `${"  ".repeat(depth)}- item`,
      ).join("\n"),
    );
    await expectSendable(
      `${"|a".repeat(8000)}|\n${"|-".repeat(8000)}|\n${"|\n".repeat(10_000)}`,
    );
    await expectSendable(
      `${"|a".repeat(29)}|\n${"|-".repeat(29)}|\n${"|b\n".repeat(10_000)}`,
    );
    await expectSendable("*a ".repeat(9000) + "a* ".repeat(9000));
    await expectSendable("[".repeat(20_000) + "]".repeat(20_000));
    await expectSendable(
      `[${"*a* b ".repeat(300)}](https://a.example/${"x".repeat(7_000)})`.repeat(
        10,
      ),
    );
  });
});

async function expectSendable(markdown: string): Promise<void> {
  for (const part of await toTelegramParts(markdown)) {
    const { text, entities } = readText(part, "too long");
    expect(entities).toEqual(part.entities ?? []);
    // Telegram trims white space except the indentation of code.
    expect(text.trimEnd()).toBe(text);
    if (!entities.some(({ type, offset }) => type === "pre" && offset === 0))
      expect(text.trimStart()).toBe(text);
  }
}
