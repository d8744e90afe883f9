import { describe, expect, it } from "vitest";
import { parseDocument } from "../../src/document/parse-document.ts";
import { writeMarkdown } from "../../src/document/write-markdown.ts";

const rewrite = (markdown: string) => writeMarkdown(parseDocument(markdown));

describe("a document", () => {
  it.each([
    ["headings", "# One\n\n### Three\n\n###### Six\n\nTwo\n---"],
    ["a heading that ends with its mark", String.raw`# In C\#`],
    ["quotes", "> a\n> b\n>\n> > c"],
    ["bullets", "- a\n- b\n  - c\n\n* d"],
    ["numbers", "9. a\n10. b\n    - c\n\n3) d"],
    ["items apart", "- a\n\n  b\n\n- c"],
    ["an item with code", "- a\n  ```js\n  b\n\n  c\n  ```"],
    ["tasks", "- [x] a\n- [ ] b"],
    [
      "a table",
      "| a | b | c | d |\n| --- | :-- | :-: | --: |\n| 1 | 2 | 3 | 4 |",
    ],
    ["a cell of two lines", "| a |\n| --- |\n| b<br>c |"],
    ["code", "```c++\na\n```\n\n````\n```\n````\n\n```\n```"],
    ["code in a line", "`a` ``b`c`` `` ` ``"],
    ["emphasis", "**a** *b* _c_ __d__ ~~e~~ **f *g***"],
    ["lines", "a\nb\\\nc"],
    ["links", "[a](<https://a.example/>) <https://b.example/> <c@d.example>"],
    [
      "a link whose address has a reference",
      "[a](<https://a.example/?b&amp;lt;=1>)",
    ],
    ["a link of code", "[`a`](<https://a.example/>)"],
    ["an image", "![a](<https://a.example/b.png>)"],
    ["formulas", "$x_1$ and \\(y\\)\n\n$$\nz\n$$"],
    ["a footnote", "a[^1]\n\n[^1]: b\n\n    c"],
    ["a definition", "[a]: <https://a.example/>"],
    ["a rule", "a\n\n---\n\nb"],
  ])("with %s is written as it was read", (_, markdown) => {
    expect(rewrite(markdown)).toBe(markdown);
  });

  it.each([
    ["2 * 3 * 4, snake_case, a~b, 5 < 6, R&D, a: b [c]"],
    [String.raw`\*a\* \_b\_ \`c\` \~\~d\~\~ \<b> \&amp; \\\*`],
    [String.raw`\# a`],
    [String.raw`\> a`],
    [String.raw`\- a`],
    [String.raw`1\. a`],
    ["a\n\\---"],
    ["#a -b 1.5"],
    [String.raw`[a]\(b)`],
  ])("keeps text that is no markup: %s", (markdown) => {
    expect(rewrite(markdown)).toBe(markdown);
  });

  it.each([
    ["HTML", "<b>a</b>", String.raw`\<b>a\</b>`],
    ["a block of HTML", "<div>\n# a\n</div>", "\\<div>\n\\# a\n\\</div>"],
    ["indented code", "    a", "```\na\n```"],
    ["a heading's lines", "# a<br>b", "# a b"],
    ["an address nobody can open", "![a](data:image/png;base64,x)", "a"],
    [
      "a note that is an address",
      "a[^1]\n\n[^1]: b:c",
      "a[^1]\n\n[^1]: b:c \u2060",
    ],
  ])("has %s as text", (_, markdown, written) => {
    expect(rewrite(markdown)).toBe(written);
  });
});
