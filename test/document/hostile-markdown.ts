const LENGTH = 100_000;

function repeat(piece: string): string {
  return piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
}

function lines(write: (index: number) => string, count: number): string {
  return Array.from({ length: count }, (_, index) => write(index)).join("\n");
}

/** Families of Markdown that have cost parsers quadratic time, or the stack. */
export const HOSTILE: Readonly<Record<string, string>> = {
  "headings in lists": repeat("a\n-\n"),
  quotes: repeat("> "),
  "quotes in lists": repeat("> - "),
  "lazy quotes": "> ".repeat(40) + repeat("b\n"),
  "indented lists": lines((index) => " ".repeat(index) + "- a", 440),
  "opening brackets": repeat("["),
  images: repeat("!["),
  "links in links": repeat("[a]("),
  emphasis: repeat("*a **a _a "),
  strikethrough: repeat("~~a "),
  backticks: lines((index) => "e" + "`".repeat(index + 1), 440),
  "tags and comments": repeat('<a b="<!-- <?<![CDATA['),
  entities: repeat("&#1234567890;&a"),
  escapes: repeat("\\"),
  dollars: repeat("$a $$ a "),
  "formulas in brackets": repeat("\\("),
  "displayed formulas": repeat("\\[ a\n"),
  "wide tables": `|${"a|".repeat(25_000)}\n|${"-|".repeat(25_000)}`,
  "short rows": `|${"a|".repeat(1_000)}\n|${"-|".repeat(1_000)}\n${repeat("a\n")}`,
  definitions: lines((index) => `[a${index}]: b`, 8_000),
  footnotes: lines((index) => `[^${index}]\n\n[^${index}]: a\n`, 4_000),
  addresses: repeat("https://a.example/(www.a.example"),
  hosts: repeat("a.b.example."),
  mail: repeat("a.b@c.d-"),
  "bold Chinese": repeat("**中**，"),
  "combining characters": repeat("*e\u0301"),
};
