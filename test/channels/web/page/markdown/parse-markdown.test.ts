import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../../../../../src/channels/web/page/markdown/parse-markdown.ts";

describe("parseMarkdown", () => {
  it.each([
    ["**注意：**请看", ["strong:注意：", "text:请看"]],
    ["他说**“好”**吗", ["text:他说", "strong:“好”", "text:吗"]],
    ["a **b** c", ["text:a ", "strong:b", "text: c"]],
    ["**用 `a*b`：**好", ["strong:用 `a*b`：", "text:好"]],
    ["`**a**`", ["codespan:**a**"]],
    ["2 ** 3 ** 4", ["text:2 ** 3 ** 4"]],
    ["** a**", ["text:** a**"]],
    ["**open", ["text:**open"]],
  ])("finds what is bold in %j", (text, expected) => {
    expect(inlineOf(text)).toEqual(expected);
  });

  it("keeps line breaks", () => {
    expect(inlineOf("one\ntwo")).toEqual(["text:one", "br:\n", "text:two"]);
  });

  it("changes its key with the targets of reference links", () => {
    const [before, after] = ["[a]", "[a]\n\n[a]: https://example.com"].map(
      (text) => parseMarkdown(text)?.targetsKey,
    );
    expect(before).not.toBe(after);
  });

  it.each([
    ["quotes", "> ".repeat(15_000)],
    [
      "lists",
      Array.from({ length: 60 }, (_, i) => " ".repeat(2 * i) + "- x").join(
        "\n",
      ),
    ],
    ["emphasis", "*a _b ".repeat(60) + "c_ d*".repeat(60)],
  ])("rejects %s that are nested too deeply", (_kind, text) => {
    expect(parseMarkdown(text)).toBeUndefined();
  });

  it("accepts ordinary nesting", () => {
    const text = "> - 1. > - **a *b `c`***";
    expect(parseMarkdown(text)?.blocks).toHaveLength(1);
  });
});

function inlineOf(text: string): string[] {
  const [block] = parseMarkdown(text)?.blocks ?? [];
  const inline = block !== undefined && "tokens" in block ? block.tokens : [];
  return (inline ?? []).map((token) => {
    const shown = "text" in token ? token.text : token.raw;
    return `${token.type}:${String(shown)}`;
  });
}
