function lines(write: (index: number) => string, count: number): string {
  return Array.from({ length: count }, (_, index) => write(index)).join("\n");
}

/**
 * Families of Markdown that have cost parsers quadratic time, or the stack, of
 * about this length.
 */
export function createHostileMarkdown(
  length: number,
): Readonly<Record<string, string>> {
  const repeat = (piece: string) =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  /** Of a triangle. */
  const side = Math.floor(Math.sqrt(2 * length));
  return {
    "headings in lists": repeat("a\n-\n"),
    quotes: repeat("> "),
    "quotes in lists": repeat("> - "),
    "lazy quotes": "> ".repeat(40) + repeat("b\n"),
    "indented lists": lines((index) => " ".repeat(index) + "- a", side),
    "opening brackets": repeat("["),
    images: repeat("!["),
    "links in links": repeat("[a]("),
    emphasis: repeat("*a **a _a "),
    strikethrough: repeat("~~a "),
    backticks: lines((index) => "e" + "`".repeat(index + 1), side),
    "tags and comments": repeat('<a b="<!-- <?<![CDATA['),
    entities: repeat("&#1234567890;&a"),
    escapes: repeat("\\"),
    dollars: repeat("$a $$ a "),
    "formulas in brackets": repeat("\\("),
    "displayed formulas": repeat("\\[ a\n"),
    "wide tables": `|${"a|".repeat(length / 4)}\n|${"-|".repeat(length / 4)}`,
    "short rows": `|${"a|".repeat(length / 100)}\n|${"-|".repeat(length / 100)}\n${repeat("a\n")}`,
    definitions: lines((index) => `[a${index}]: b`, length / 12),
    footnotes: lines((index) => `[^${index}]\n\n[^${index}]: a\n`, length / 25),
    addresses: repeat("https://a.example/(www.a.example"),
    hosts: repeat("a.b.example."),
    mail: repeat("a.b@c.d-"),
    "bold Chinese": repeat("**中**，"),
    "combining characters": repeat("*e\u0301"),
  };
}
