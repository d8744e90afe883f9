import { describe, expect, it } from "vitest";
import { readText, toHtml, type TelegramEntity } from "./telegram-text.ts";

const entity = (
  type: TelegramEntity["type"],
  offset: number,
  length: number,
  extra: Pick<TelegramEntity, "url" | "language"> = {},
): TelegramEntity => ({ type, offset, length, ...extra });
const link = (url: string) => [entity("text_link", 0, 1, { url })];

describe("a text with entities", () => {
  it("is shown with its entities as tags", () => {
    expect(
      toHtml({
        text: '😀 ab <x>y & "z"',
        entities: [
          entity("bold", 3, 2),
          entity("italic", 4, 1),
          entity("text_link", 6, 3, { url: "https://a.example/?b&c" }),
          entity("pre", 9, 7, { language: "js" }),
        ],
      }),
    ).toBe(
      '😀 <b>a<i>b</i></b> <a href="https://a.example/?b&amp;c">&lt;x&gt;</a><pre language="js">y &amp; &quot;z&quot;</pre>',
    );
  });

  it("may have code in a quote, and an expandable quote", () => {
    expect(
      toHtml({
        text: "a b",
        entities: [entity("code", 2, 1), entity("expandable_blockquote", 0, 3)],
      }),
    ).toBe("<blockquote expandable>a <code>b</code></blockquote>");
  });

  it.each([
    ["ends after the text", "abc", [entity("bold", 2, 2)]],
    ["begins in the middle of a symbol", "😀a", [entity("bold", 1, 2)]],
    ["ends in the middle of a symbol", "😀a", [entity("bold", 0, 1)]],
    ["overlaps another", "abc", [entity("bold", 0, 2), entity("italic", 1, 2)]],
    ["is within itself", "abc", [entity("bold", 0, 3), entity("bold", 2, 1)]],
    ["is within code", "abc", [entity("code", 0, 3), entity("bold", 2, 1)]],
    [
      "is code within another",
      "abc",
      [entity("bold", 0, 3), entity("pre", 2, 1)],
    ],
    [
      "is a quote within a quote",
      "abc",
      [entity("blockquote", 0, 3), entity("expandable_blockquote", 2, 1)],
    ],
    ["is a link without an address", "abc", [entity("text_link", 2, 1)]],
  ])("is refused where an entity %s", (_, text, entities) => {
    expect(() => readText({ text, entities }, "too long")).toThrow(
      /^Bad Request: (?:Entity|Wrong)/,
    );
  });

  it.each([
    "https://a.example",
    "http://user:secret@a.example:8080/?q#f",
    "https://[::1]:80/",
    "mailto:a@b.example?subject=c",
    "https://例子.测试/",
  ])("may lead to %s", (url) => {
    expect(readText({ text: "a", entities: link(url) }, "").text).toBe("a");
  });

  it.each([
    "",
    "ftp://a.example",
    "https://a.example:0/",
    "https://a.example:x/",
    "https://./",
    'https://a"b.example/',
    "mailto:ada",
    "javascript:alert(1)",
  ])("may not lead to %j", (url) => {
    expect(() => readText({ text: "a", entities: link(url) }, "")).toThrow(
      "Wrong message entity",
    );
  });
});
