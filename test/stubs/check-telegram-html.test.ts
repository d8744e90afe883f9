import { describe, expect, it } from "vitest";
import { checkTelegramHtml } from "./check-telegram-html.ts";

describe("checkTelegramHtml", () => {
  it("reads text and entities", () => {
    expect(
      checkTelegramHtml(
        '😀 <b>a<i>b</i></b> <a href="https://a.example/?b&amp;c">&lt;x&gt;</a><pre><code class="language-js">y &amp; &quot;z&quot;</code></pre>',
      ),
    ).toEqual({
      kind: "read",
      text: '😀 ab <x>y & "z"',
      entities: [
        { type: "italic", offset: 4, length: 1 },
        { type: "bold", offset: 3, length: 2 },
        {
          type: "text_link",
          offset: 6,
          length: 3,
          url: "https://a.example/?b&c",
        },
        { type: "pre", offset: 9, length: 7, language: "js" },
      ],
    });
  });

  it("takes code in a quote, and a quote that can be opened", () => {
    expect(
      checkTelegramHtml("<blockquote expandable>a <code>b</code></blockquote>"),
    ).toEqual({
      kind: "read",
      text: "a b",
      entities: [
        { type: "code", offset: 2, length: 1 },
        { type: "expandable_blockquote", offset: 0, length: 3 },
      ],
    });
  });

  it.each([
    ["<b>a", `Can't find end tag corresponding to start tag "b"`],
    ["<b><i>a</b></i>", `Unmatched end tag, expected "</i>", found "</b>"`],
    ["a</b>", `Unmatched end tag, expected "</>", found "</b>"`],
    ["<h1>a</h1>", 'Unsupported start tag "h1"'],
    ["1 < 2", 'Unescaped "<" after "1 "'],
    ["1 > 2", 'Unescaped ">" after "1 "'],
    ["a & b", 'Unescaped "&" after "a "'],
    ["&nbsp;", 'Unknown character reference "&nbsp;"'],
    ["<b></b>", 'Empty entity "b"'],
    ["<code><b>a</b></code>", 'Entity "bold" within code'],
    ['<pre><a href="x">a</a></pre>', 'Entity "text_link" within code'],
    ["<b><code>a</code></b>", 'Code within entity "bold"'],
    [
      '<pre>a<code class="language-b">c</code></pre>',
      "Text beside the code of a <pre>",
    ],
    [
      "<blockquote>a<blockquote>b</blockquote></blockquote>",
      "Quote within a quote",
    ],
    [
      "<blockquote>a<blockquote expandable>b</blockquote></blockquote>",
      "Quote within a quote",
    ],
    ["<a>b</a>", 'Wrong attributes of start tag "a":'],
    ['<b class="x">a</b>', 'Wrong attributes of start tag "b": class="x"'],
  ])("refuses %j", (html, problem) => {
    expect(checkTelegramHtml(html)).toEqual({ kind: "unparsable", problem });
  });
});
