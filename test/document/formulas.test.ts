import { describe, expect, it } from "vitest";
import type { Formula } from "../../src/document/document.ts";
import { parseDocument } from "../../src/document/parse-document.ts";

/** Formulas anywhere in a document. */
function formulasIn(markdown: string): readonly Formula[] {
  const found: Formula[] = [];
  JSON.stringify(parseDocument(markdown), (_, value: unknown) => {
    if (isFormula(value)) found.push(value);
    return value;
  });
  return found;
}

function isFormula(value: unknown): value is Formula {
  return typeof value === "object" && value !== null && "tex" in value;
}

describe("formulas", () => {
  it.each([
    ["Let $x$ be.", ["x"]],
    ["$x_1 * y_2$ and $a*b$", ["x_1 * y_2", "a*b"]],
    ["设$x$为奇数", ["x"]],
    [String.raw`\(a^2\), \(b\)`, ["a^2", "b"]],
    [String.raw`$\text{if it rains}$`, [String.raw`\text{if it rains}`]],
    ["2*x and $a*b$", ["a*b"]],
    ["**$x$**", ["x"]],
    ["| $a$ | b |\n|---|---|\n| c | $d$ |", ["a", "d"]],
  ])("are found in %j", (text, expected) => {
    const formulas = formulasIn(text);
    expect(formulas.map(({ tex }) => tex)).toEqual(expected);
    expect(formulas.some(({ isDisplay }) => isDisplay)).toBe(false);
  });

  it.each([
    [String.raw`so \[x = 1\] holds`, "x = 1"],
    ["then $$x^2$$ holds", "x^2"],
    ["$$x^2$$ holds", "x^2"],
    ["$$\na &= b \\\\\n+ c\n$$", "a &= b \\\\\n+ c"],
    ["\\[\nx\n\\]", "x"],
    ["Sum:\n\\[\nx\n\\]\nDone.", "x"],
    ["- $$x$$", "x"],
  ])("are displayed in %j", (text, tex) => {
    expect(formulasIn(text)).toMatchObject([{ tex, isDisplay: true }]);
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
    "$$$ is expensive\n\nand $$ is not",
    "$x\n\ny$",
    "$$x\n\ny$$",
    "$x\ny$",
    String.raw`$x\\$`,
    String.raw`see \[1\]`,
    String.raw`\(see the text below\)`,
    String.raw`\(`,
    String.raw`\[ x`,
  ])("are not found in %j", (text) => {
    expect(formulasIn(text)).toEqual([]);
  });

  it("keep their source", () => {
    const text = "A $x_1$ and\n\n$$\na*b\n$$\n\n\\(c\\)";
    expect(formulasIn(text).map(({ source }) => source)).toEqual([
      "$x_1$",
      "$$\na*b\n$$",
      "\\(c\\)",
    ]);
  });
});
