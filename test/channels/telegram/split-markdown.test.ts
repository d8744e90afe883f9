import { describe, expect, it } from "vitest";
import { toTelegramParts } from "../../../src/channels/telegram/to-telegram-parts.ts";
import { toHtml } from "../../stubs/telegram-text.ts";

describe("toTelegramParts", () => {
  it.each([
    [
      "**bold**, *italic*, ~~gone~~, `code`",
      "<b>bold</b>, <i>italic</i>, <s>gone</s>, <code>code</code>",
    ],
    ["**bold *and italic* text**", "<b>bold <i>and italic</i> text</b>"],
    ["***both***", "<b><i>both</i></b>"],
    ['1 < 2 && 3 > 2, "so"', "1 &lt; 2 &amp;&amp; 3 &gt; 2, &quot;so&quot;"],
    ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
    ["\\*not italic\\*", "*not italic*"],
    ["&lt;b&gt; &mdash; &#x1F600; &unknown;", "&lt;b&gt; — 😀 &amp;unknown;"],
    [
      "&Uuml; &frac34; &hearts; &CounterClockwiseContourIntegral; &#38;lt; &#xD83D;",
      "Ü ¾ ♥ ∳ &amp;lt; \uFFFD",
    ],
    [
      "AT&T, &copy and \\&copy; `&copy;`",
      "AT&amp;T, &amp;copy and &amp;copy; <code>&amp;copy;</code>",
    ],
    ["one\ntwo  \nthree\\\nfour<br/>five", "one\ntwo\nthree\nfour\nfive"],
    ["<b>html</b>", "&lt;b&gt;html&lt;/b&gt;"],
  ])("shows the line %j", shows);

  it.each([
    [
      "[text](https://a.example/?b=1&c=2)",
      '<a href="https://a.example/?b=1&amp;c=2">text</a>',
    ],
    [
      "[a **bold** `code`](https://a.example/)",
      '<a href="https://a.example/">a <b>bold</b> code</a>',
    ],
    [
      '[text](https://a.example/"x)',
      '<a href="https://a.example/%22x">text</a>',
    ],
    ["[mail](mailto:a@b.example)", '<a href="mailto:a@b.example">mail</a>'],
    [
      "[](https://a.example/)",
      '<a href="https://a.example/">https://a.example/</a>',
    ],
    [
      "![alt](https://a.example/i.png)",
      '<a href="https://a.example/i.png">alt</a>',
    ],
    [
      "![](https://a.example/i.png)",
      '<a href="https://a.example/i.png">https://a.example/i.png</a>',
    ],
    [
      "**![alt](https://a.example/i.png)**",
      '<a href="https://a.example/i.png"><b>alt</b></a>',
    ],
    [
      "[![alt](https://a.example/i.png)](https://b.example/)",
      '<a href="https://b.example/">alt</a>',
    ],
    ["[here](/relative) [there](javascript:alert(1))", "here there"],
    ["[you](tg://user?id=42)", "you"],
    [`[far](https://a.example/${"x".repeat(8_000)})`, "far"],
    [
      "[no port](https://a.example:0/) [no host](mailto:ada)",
      "no port no host",
    ],
    [
      "https://a.example/b_c_d and <https://e.example>",
      "https://a.example/b_c_d and https://e.example",
    ],
    [
      "[the docs][1]\n\n[1]: https://a.example/",
      '<a href="https://a.example/">the docs</a>',
    ],
    [
      "[the docs][2]\n\n[1]: https://a.example/",
      "[the docs][2]\n\n[1]: https://a.example/",
    ],
    [
      "![The *b*ar](https://a.example/i.png)",
      '<a href="https://a.example/i.png">The bar</a>',
    ],
    [
      '[docs] and [The  Docs][DOCS]\n\n[docs]: <https://a.example/?a&amp;b> "Title"',
      '<a href="https://a.example/?a&amp;b">docs</a> and <a href="https://a.example/?a&amp;b">The  Docs</a>',
    ],
  ])("shows the link %j", shows);

  it.each([
    ["**注意：**请看", "<b>注意：</b>请看"],
    ["这是**“重点”**的", "这是<b>“重点”</b>的"],
    ["**一**和**二。**三**四**", "<b>一</b>和<b>二。</b>三<b>四</b>"],
    ["**`参数`：**说明", "<code>参数</code><b>：</b>说明"],
    [
      "见https://a.example/x，**谢谢**。",
      "见https://a.example/x，<b>谢谢</b>。",
    ],
  ])("formats %j without spaces between words", shows);

  it.each([
    ["# Title\n\ntext", "<b>Title</b>\n\ntext"],
    ["one\n\n\n\ntwo", "one\n\ntwo"],
    ["one\n\n***\n\ntwo", "one\n\n———\n\ntwo"],
    ["> one\n> > two\n\nthree", "<blockquote>one\n\ntwo</blockquote>\n\nthree"],
    [
      "> # one `two`\n> ```js\n> three\n> ```\n> ```\n> four\n> ```",
      '<blockquote><b>one </b><code>two</code>\n\n<pre language="js">three</pre>\n\n<pre>four</pre></blockquote>',
    ],
    [
      "```js\nif (a < b) {\n\n  c\n}\n```",
      '<pre language="js">if (a &lt; b) {\n\n  c\n}</pre>',
    ],
    ["```\n  indented\n```", "<pre>  indented</pre>"],
    [
      `\`\`\`${"x".repeat(9_000)}\ny\n\`\`\``,
      `<pre language="${"x".repeat(40)}">y</pre>`,
    ],
    ["one\n\n```js\n```\n\ntwo", 'one\n\n<pre language="js">∅</pre>\n\ntwo'],
    ["one\n\n```js\n", "one"],
    ['```a"b title\nx\n```', '<pre language="a">x</pre>'],
    ["- one\n- two\n  - three\n    four", "• one\n• two\n  • three\n    four"],
    ["3. one\n4. two\n   - three", "3. one\n4. two\n   • three"],
    ["- one\n\n- two", "• one\n\n• two"],
    ["-", "•"],
    ["- [ ] open\n- [x] done", "☐ open\n☑ done"],
    ["- one\n  ```\n  code\n  ```\n  two", "• one\n<pre>code</pre>\n  two"],
    ["- one\n  > two", "• one\n<blockquote>two</blockquote>"],
    [
      "- > one\n  > two\n- three\n  **four**",
      "• <blockquote>one\n  two</blockquote>\n• three\n  <b>four</b>",
    ],
    ["one[^1]\n\n[^1]: **two**", "one[1]\n\n[1] <b>two</b>"],
    ["<div>one<br>two</div>", "&lt;div&gt;one\ntwo&lt;/div&gt;"],
    [
      "| a | b |\n|---|--:|\n| one | 2 |",
      "<pre>a   | b\n----+--\none | 2</pre>",
    ],
    [
      "| a |\n|---|\n| [**b** c](https://c.example/)d, [*e*](https://c.example/f). |",
      `<pre>a\n${"-".repeat(32)}\nb c (https://c.example/) d, e (https://c.example/f).</pre>`,
    ],
  ])("shows the block %j", shows);

  it.each([
    ["\\(a_1 * b_1 * c\\)", "\\(a_1 * b_1 * c\\)"],
    ["so $x_i*y*z$ for $5 and $6", "so $x_i*y*z$ for $5 and $6"],
    [
      "text *a*\n\\[\na \\\\\n+ b\n\\]\nmore *b*",
      "text <i>a</i>\n\n\\[\na \\\\\n+ b\n\\]\n\nmore <i>b</i>",
    ],
    ["$$\na\n\n$$", "$$\na\n\n$$"],
  ])("leaves the formula %j verbatim", shows);

  it.each(["", " \n\t ", "\u200B\u2060\uFEFF"])(
    "returns no parts for the invisible text %j",
    async (markdown) => {
      expect(await toTelegramParts(markdown)).toEqual([]);
    },
  );

  it.each(["#", "```", "~~~ js", "> ", "&nbsp;"])(
    "shows %j verbatim rather than nothing",
    async (markdown) => {
      expect(await toTelegramParts(markdown)).toEqual([
        { text: markdown.trim() },
      ]);
    },
  );

  it("replaces lone surrogates, which cannot be sent", async () => {
    expect(await toTelegramParts("a\uD83Db")).toEqual([{ text: "a\uFFFDb" }]);
  });

  it("continues code in the next part, in its language", async () => {
    const lines = Array.from(
      { length: 300 },
      (_, index) => `    line ${index} < 300`,
    );
    const parts = await toTelegramParts(
      `\`\`\`python\n${lines.join("\n")}\n\`\`\``,
    );
    expect(parts.length).toBe(2);
    for (const part of parts)
      expect(toHtml(part)).toMatch(
        /^<pre language="python">    line [^]* &lt; 300<\/pre>$/,
      );
  });

  it.each([
    [1_000, "blockquote"],
    [1_001, "expandable_blockquote"],
  ])("shows a quote of %d characters as %s", async (length, type) => {
    expect(await toTelegramParts(`> ${"x".repeat(length)}`)).toMatchObject([
      { entities: [{ type }] },
    ]);
  });

  it("folds a long quote, and quotes within it", async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `> line ${index}`);
    expect(await htmlOf(lines.join("\n"))).toEqual([
      expect.stringMatching(/^<blockquote>line 0\n/),
    ]);
    expect(await htmlOf(`${lines.join("\n")}\n> > and more\n\nafter`)).toEqual([
      expect.stringMatching(
        /^<blockquote expandable>line 0\n.*and more<\/blockquote>\n\nafter$/s,
      ),
    ]);
  });

  it("continues a quote and a link in the next part", async () => {
    const words = "word ".repeat(1200).trim();
    const parts = await htmlOf(`> [${words}](https://a.example/)`);
    expect(parts.length).toBe(2);
    for (const part of parts)
      expect(part).toMatch(
        /^<blockquote expandable><a href="https:\/\/a.example\/">word.*word<\/a><\/blockquote>$/,
      );
  });

  it("continues bold text in the next part", async () => {
    const [first, second] = await htmlOf(
      `${"word ".repeat(750)}**${"bold ".repeat(300).trim()}**`,
    );
    expect(first).toMatch(/word <b>bold .*bold<\/b>$/);
    expect(second).toMatch(/^<b>bold .*bold<\/b>$/);
  });
});

async function shows(markdown: string, html: string): Promise<void> {
  expect(await htmlOf(markdown)).toEqual([html]);
}

async function htmlOf(markdown: string): Promise<readonly string[]> {
  return (await toTelegramParts(markdown)).map(toHtml);
}
