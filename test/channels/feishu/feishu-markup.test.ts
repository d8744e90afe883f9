import { describe, expect, it } from "vitest";
import { splitForFeishu } from "../../../src/channels/feishu/feishu-markup.ts";
import { richMarkdown } from "../../fixtures/rich-markdown.ts";

const write = async (markdown: string) =>
  (await splitForFeishu(markdown)).map(({ text }) => text);

describe("Markdown for Feishu", () => {
  it.each([
    [
      "**Bold**, *italic*, ~~gone~~, `code`",
      "**Bold**, *italic*, ~~gone~~, `code`",
    ],
    ["2 * 3 = snake_case_name", "2 &#42; 3 = snake_case_name"],
    ["<at id=all></at>", "&#60;at id=all&#62;&#60;/at&#62;"],
    ["`<at id=all></at>`", "`<\u200Bat id=all><\u200B/at>`"],
    ["a &amp;lt; b", "a &#38;lt; b"],
    ["[a](https://example.org/x_(y))", "[a](https://example.org/x_%28y%29)"],
    ["https://example.org/a_b_", "https://example.org/a_b_"],
    ["> a\n> b", "> a\n> b"],
    ["\\# no heading", "&#35; no heading"],
  ])("writes %j as %j", async (markdown, text) => {
    expect(await write(markdown)).toEqual([text]);
  });

  it("fits into a card as JSON, which has escapes of its own", async () => {
    for (const part of await write(`${richMarkdown}\n\n`.repeat(40)))
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(28 * 1024);
  });
});
