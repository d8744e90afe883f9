import { decodeEntities } from "../../../src/tools/search/strip-markup.ts";
import { describe, expect, it } from "vitest";

describe("character references", () => {
  it.each([
    ["&amp;lt; &lt;", "&lt; <"],
    ["&eacute;&Eacute;&szlig;&yuml;&nbsp;|", "éÉßÿ\u{A0}|"],
    ["20&deg;C &plusmn; 3 &euro; &sup2;&frac12;", "20°C ± 3 € ²½"],
    ["&alpha; &omega; &pi; &sigmaf;&sigma;", "α ω π ςσ"],
    ["&#20013;&#x4e2d;&#X4E2D;", "中中中"],
    ["it&#146;s &#150; &#128;", "it’s – €"],
    ["&#0; &#x110000; &#9999999;", "\u{FFFD} \u{FFFD} \u{FFFD}"],
    [
      "AT&T &unknown; &; &amp &#; &constructor;",
      "AT&T &unknown; &; &amp &#; &constructor;",
    ],
  ])("are read once: %j", (html, text) => {
    expect(decodeEntities(html)).toBe(text);
  });
});
