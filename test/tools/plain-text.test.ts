import { describe, expect, it } from "vitest";
import { INVISIBLE, stripMarkup } from "../../src/tools/plain-text.ts";

function show(text: string): string {
  return text.replaceAll(INVISIBLE, "");
}

describe("INVISIBLE", () => {
  it.each([
    ["a control character", "\u{7}"],
    ["a soft hyphen", "\u{AD}"],
    ["a zero-width space", "\u{200B}"],
    ["a mark of the direction", "\u{200E}\u{202E}\u{61C}\u{2067}"],
    ["a byte order mark", "\u{FEFF}"],
    ["a word joiner", "\u{2060}"],
    ["tags", "\u{E0001}\u{E0041}\u{E007F}"],
    ["variation selectors", "\u{FE00}\u{FE0E}\u{FE0F}\u{E0100}\u{E01EF}"],
    ["Mongolian selectors", "\u{180B}\u{180E}\u{180F}"],
    ["Hangul fillers", "\u{115F}\u{1160}\u{3164}\u{FFA0}"],
    ["a grapheme joiner", "\u{34F}"],
    ["annotation marks", "\u{FFF9}\u{FFFB}"],
  ])("holds %s", (_, hidden) => {
    expect(show(`a${hidden}b${hidden}`)).toBe("ab");
    expect(show(`葛${hidden}1${hidden}`)).toBe("葛1");
  });

  it.each([
    "❤️ ☎️",
    "1️⃣ #️⃣",
    "👩🏽‍🚀 🏳️‍🌈",
    "می‌خواهم",
    "क्‍ष",
    "a\tb\n",
    "한국 𠮷 é",
  ])("holds nothing of %j", (text) => {
    expect(show(text)).toBe(text);
  });

  it("holds what follows the selector of an emoji", () => {
    expect(show("❤️\u{FE0F}\u{E0101}\u{FE01}")).toBe("❤️");
    expect(show("1\u{FE0F}2\u{FE0F}")).toBe("12");
  });
});

describe("the text of a piece of HTML", () => {
  it.each([
    ['A <span class="searchmatch">lamp</span>', "A lamp"],
    ["one<br/>two<p>three</p>", "one two three"],
    ["<!-- <b>hidden</b> -->shown", "shown"],
    ["<style>b {}</style>a<script>alert(1)</script>b", "a b"],
    ["&quot;a&quot; &amp; &#39;b&#39; &#x4E2D; &ndash;", "\"a\" & 'b' 中 –"],
    ["&lt;b&gt;", "<b>"],
    ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
    ["&eacute;&Eacute;&szlig;&yuml;&nbsp;|", "éÉßÿ |"],
    ["20&deg;C &plusmn; 3 &euro; &sup2;&frac12;", "20°C ± 3 € ²½"],
    ["&alpha; &omega; &pi; &sigmaf;&sigma;", "α ω π ςσ"],
    ["&#20013;&#x4e2d;&#X4E2D;", "中中中"],
    ["it&#146;s &#150; &#128;", "it’s – €"],
    ["&#0; &#x110000; &#9999999;", "\u{FFFD} \u{FFFD} \u{FFFD}"],
    [
      "AT&T &unknown; &; &amp &#; &constructor;",
      "AT&T &unknown; &; &amp &#; &constructor;",
    ],
    ["if x < y and y > z", "if x < y and y > z"],
    ["1 < 2", "1 < 2"],
    [" a \n\n\t b ", "a b"],
    ["\u{D800}x", "\u{FFFD}x"],
    ["a\u{7}&#27;b\u{202E}c\u{200B}d&shy;e\u{E0041}f", "abcdef"],
    ["👩\u{200D}🔬 نمی\u{200C}خواهم", "👩\u{200D}🔬 نمی\u{200C}خواهم"],
    ["", ""],
  ])("of %j is %j", (html, text) => {
    expect(stripMarkup(html)).toBe(text);
  });

  it("is found in a flood of open tags", () => {
    expect(stripMarkup("<!--".repeat(50_000))).toMatch(/^<!--/);
    expect(stripMarkup("<script>".repeat(50_000))).toBe("");
  });
});
