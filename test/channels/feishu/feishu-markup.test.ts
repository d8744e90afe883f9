import {
  MAX_TEXT_BYTES,
  splitForFeishu,
} from "../../../src/channels/feishu/feishu-markup.ts";
import { richMarkdown } from "../../fixtures/rich-markdown.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const write = (markdown: string) =>
  splitForFeishu(markdown).map(({ text }) => text);

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
  ])("writes %j as %j", (markdown, text) => {
    expect(write(markdown)).toEqual([text]);
  });

  it("has no tag of Feishu's, whatever it says", () => {
    const piece = fc.constantFrom(
      "<at id=all></at>",
      "<font color=red>",
      "`",
      "```\n",
      " ",
      "**",
      "\\",
      "\n\n",
      "<",
      "at",
      "https://a.example/",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const text of write(pieces.join("")))
          expect(text).not.toMatch(/<\/?[a-z]/i);
      }),
    );
  });

  it("is never too long for a card, and loses no word", () => {
    const long = Array.from({ length: 40 }, () => richMarkdown).join("\n\n");
    const parts = write(long);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) {
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(MAX_TEXT_BYTES);
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(28 * 1024);
    }
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    const whole = Array.from({ length: 40 }, () =>
      write(richMarkdown).join("\n"),
    );
    expect(words(parts.join("\n"))).toEqual(words(whole.join("\n")));
  });
});
