import { describe, expect, it } from "vitest";
import { parseHtml } from "../../../src/tools/read-page/parse-html.ts";

const SIGNS = "<mrow><msup><mi>x</mi><mn>2</mn></msup></mrow>";
const SOURCE = '<annotation encoding="application/x-tex">x^{2}</annotation>';

/** As KaTeX writes it; `attribute`: of the part that people see. */
const katex = (attribute: string) =>
  `<span class="katex"><span class="katex-mathml"><math><semantics>${SIGNS}${SOURCE}` +
  `</semantics></math></span><span class="katex-html" ${attribute}>x2</span></span>`;

/** As MediaWiki writes it; `attribute`: of the part for screen readers. */
const mediawiki = (attribute: string) =>
  `<span class="mwe-math-element"><span ${attribute}><math alttext="x^{2}"><semantics>` +
  `${SIGNS}</semantics></math></span><img class="mwe-math-fallback" aria-hidden="true" alt="x^{2}"></span>`;

describe("a formula", () => {
  it.each([
    ["of KaTeX", katex('aria-hidden="true"')],
    ["of KaTeX, seen and read", katex("")],
    ["of MediaWiki", mediawiki('style="display: none"')],
    ["of MediaWiki, seen and read", mediawiki("")],
    ["with an alternative text", '<math alttext="x^{2}"><mi>x</mi></math>'],
    ["with a source", `<math><semantics>${SIGNS}${SOURCE}</semantics></math>`],
    ["as an image", '<img class="ql-latex" aria-hidden="true" alt="x^{2}">'],
  ])("%s is its source, once", (_, html) => {
    expect(parseHtml(`<p>So ${html}, he said.`).text).toBe(
      "So x^{2}, he said.",
    );
  });

  it.each([
    [SIGNS, "x^2"],
    ["<mfrac><mn>1</mn><mn>2</mn></mfrac><mi>b</mi>", "1/2b"],
    [
      "<mfrac> <mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow> <mn>2</mn> </mfrac>",
      "(a+b)/2",
    ],
    ["<mfrac><mn>1</mn><mrow><mn>2</mn><mi>x</mi></mrow></mfrac>", "1/(2x)"],
    ["<msub><mi>x</mi><mn>1</mn></msub>", "x_1"],
    ["<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x_1^2"],
    ["<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>", "∑_i^n"],
    ["<msqrt><mi>x</mi></msqrt><mo>+</mo><mi>y</mi>", "√(x)+y"],
    ["<mroot><mi>x</mi><mn>3</mn></mroot>", "x^(1/3)"],
    [
      `<semantics>${SIGNS}<annotation encoding="StarMath">x sup 2</annotation></semantics>`,
      "x^2",
    ],
    [
      `<semantics>${SIGNS}<annotation-xml><ci>x</ci></annotation-xml></semantics>`,
      "x^2",
    ],
  ])("without a source is its signs: %s", (math, text) => {
    expect(parseHtml(`<math>${math}</math>`).text).toBe(text);
  });
});
