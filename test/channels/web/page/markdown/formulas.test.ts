import fc from "fast-check";
import type { Token } from "marked";
import { describe, expect, it } from "vitest";
import { isNoteReference } from "../../../../../src/channels/web/page/markdown/footnotes.ts";
import {
  parseMarkdown,
  withDescendants,
  type ParsedMarkdown,
} from "../../../../../src/channels/web/page/markdown/parse-markdown.ts";

const formula = (text: string) => `<${text}>`;
const display = (text: string) => `<<${text}>>`;

describe("formulas", () => {
  it.each([
    ["Let $x$ be.", ["Let ", formula("x"), " be."]],
    ["$x_1 * y_2$ and $a*b$", [formula("x_1 * y_2"), " and ", formula("a*b")]],
    ["设$x$为奇数", ["设", formula("x"), "为奇数"]],
    [String.raw`\(a^2\), \(b\)`, [formula("a^2"), ", ", formula("b")]],
    [String.raw`so \[x = 1\] holds`, ["so ", display("x = 1"), " holds"]],
    ["then $$x^2$$ holds", ["then ", display("x^2"), " holds"]],
    ["$$\na &= b \\\\\n+ c\n$$", [display("a &= b \\\\\n+ c")]],
    ["\\[\nx\n\\]", [display("x")]],
    ["Sum:\n\\[\nx\n\\]\nDone.", ["Sum:", display("x"), "Done."]],
    ["- $$x$$\n- $y$", [display("x"), formula("y")]],
    [
      String.raw`$\text{if it rains}$`,
      [formula(String.raw`\text{if it rains}`)],
    ],
    [String.raw`$\frac{\$5}{2}$`, [formula(String.raw`\frac{\$5}{2}`)]],
    ["2*x and $a*b$", ["2*x and ", formula("a*b")]],
    ["**$x$**", [formula("x")]],
    [
      "| $a$ | b |\n|---|---|\n| c | $d$ |",
      [formula("a"), "b", "c", formula("d")],
    ],
  ])("are found in %j", (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it.each([
    "$5 and $6",
    "It costs $5, not $6.",
    "between $5 and 10$",
    "US$5 or HK$40",
    "$5–$10",
    "$1,000 to $2,000",
    "从$5到$10",
    "$5 for tea and 6$ for cake",
    "$HOME and $PATH",
    "PATH=$HOME/bin:$PATH",
    "a $ b $ c",
    String.raw`\$x\$`,
    "`$x$`",
    "$$",
    "$$ $$",
    "$x\n\ny$",
    "$$x\n\ny$$",
    String.raw`see \[1\]`,
    String.raw`\(see the text below\)`,
    String.raw`\(`,
    String.raw`\[ x`,
  ])("are not found in %j", (text) => {
    expect(formulasOf(text)).toEqual([]);
  });

  it("do not interrupt code or unfinished text", () => {
    const text = "A $x$.\n\n$$\ny\n$$\n\n```\n$z$\n```\n\\(w\\)";
    for (let end = 0; end <= text.length; end++)
      expect(() => parseMarkdown(text.slice(0, end))).not.toThrow();
    expect(formulasOf(text)).toEqual(["x", "y", "w"]);
  });
});

describe("footnotes", () => {
  it("are numbered in order of their references", () => {
    const parsed = parseMarkdown(
      "A[^b] and b[^a], again[^b].\n\n[^a]: First\n  goes on\n[^b]: *Second*\n[^c]: Nobody\n\nEnd.",
    );
    expect(parsed?.notes.map(({ id }) => id)).toEqual(["b", "a", "c"]);
    expect(referencesIn(parsed)).toEqual([1, 2, 1]);
    expect(parsed?.notes[1]?.raw).toContain("goes on");
  });

  it("are referenced from tables and lists, too", () => {
    const parsed = parseMarkdown(
      "| a[^1] |\n|---|\n| b[^2] |\n\n- c[^1]\n\n[^1]: x\n[^2]: y",
    );
    expect(referencesIn(parsed)).toEqual([1, 2, 1]);
  });

  it.each(["[^1]", "[^1](https://example.com)", "[^]: x", "`[^1]`\n\n[^1]: x"])(
    "are not referenced in %j",
    (text) => {
      expect(referencesIn(parseMarkdown(text)).filter(Boolean)).toEqual([]);
    },
  );

  it("change the blocks before them when they arrive", () => {
    const [before, after] = ["A[^1].\n\n", "A[^1].\n\n[^1]: x"].map(
      (text) => parseMarkdown(text)?.targetsKey,
    );
    expect(before).not.toBe(after);
  });
});

describe("any text", () => {
  const pieces = fc.array(
    fc.constantFrom(
      ..."$ $$ \\( \\) \\[ \\] [^1] [^1]: \n \n\n x 5 * ** _ ` ``` \\ | - # > word word {} ^2 (".split(
        " ",
      ),
      " ",
    ),
    { maxLength: 60 },
  );

  it("is parsed completely, wherever it is cut", () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join("");
        const blocks = parseMarkdown(text)?.blocks ?? [];
        const raws = blocks.map(({ raw }) => raw).join("");
        expect(raws.replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is parsed in about linear time", () => {
    const hostile = ["$x ", "$$\n", "\\(", "\\[\n", "[^1]: ", "[^1]", "$1 a "];
    for (const piece of hostile)
      expect(parseMarkdown(piece.repeat(5_000))).toBeDefined();
  });
});

function all(parsed: ParsedMarkdown | undefined): readonly Token[] {
  return (parsed?.blocks ?? []).flatMap(withDescendants);
}

function referencesIn(parsed: ParsedMarkdown | undefined) {
  return all(parsed)
    .filter(isNoteReference)
    .map(({ number }) => number);
}

function formulasOf(text: string) {
  return all(parseMarkdown(text))
    .filter(({ type }) => type === "formula")
    .map((token) => ("text" in token ? token.text : ""));
}

/** The leaf tokens: texts, and formulas with their delimiters. */
function shown(text: string): readonly string[] {
  return all(parseMarkdown(text)).flatMap((token) => {
    if (token.type === "formula" && "isDisplay" in token)
      return token["isDisplay"] === true
        ? display(token.text)
        : formula(token.text);
    const isLeaf =
      token.type === "text" && !("tokens" in token && token.tokens);
    return isLeaf && "text" in token ? token.text : [];
  });
}
