import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseHtml } from "../../../src/tools/read-page/parse-html.ts";
import { takesLinearTime } from "../../fixtures/linear-time.ts";
import { runs } from "../../property-runs.ts";

const textOf = (html: string) => parseHtml(html).text;
const WORDS = "There is much to say of it. ".repeat(10).trim();

describe("the text of a page", () => {
  it.each([
    ["<p>One</p><p>Two</p>", "One\n\nTwo"],
    ["<div>One</div><div>Two</div>", "One\nTwo"],
    ["One<br>Two<br><br>Three", "One\nTwo\n\nThree"],
    ["<p>One<p>Two<div><div>Three</div></div>", "One\n\nTwo\n\nThree"],
    [
      "<p>  Many\n\t blanks\u{A0}are <b> one </b>.</p>",
      "Many blanks are one .",
    ],
    ["<p>po<b>et</b>ic <i>words</i>,<a> too</a></p>", "poetic words, too"],
    ["caf&eacute; &lt;b&gt; &amp;amp; &#x4E0A;", "café <b> &amp; 上"],
    ["<h1>A</h1><h3>B <i>c</i></h3>d", "# A\n\n### B c\n\nd"],
    ["<h2></h2><p>One</p>", "One"],
    ["<ul><li>One<li>Two</ul>", "- One\n- Two"],
    ["<p>So:<ol start=3><li>One<li>Two</ol>", "So:\n\n 3. One\n 4. Two"],
    ["<p>So:<ol type=i start=x><li>One</ol>", "So:\n\n 1. One"],
    ["<ul><li>One<ol><li>Two</ol><li>Three</ul>", "- One\n  1. Two\n- Three"],
    ["<ul><!-- x --><li></li><li><svg></svg></ul><p>One", "One"],
    ["<li>One", "One"],
    ["<dl><dt>One<dd>Two</dl>", "One\nTwo"],
    ["<pre>a  b\n  c</pre>d", "a  b\n  c\n\nd"],
    ["<p>One<hr>Two", "One\n\nTwo"],
    ["10<sup>9</sup> and 10<sup>-3</sup>", "10^9 and 10^-3"],
    [
      "Ada<sup>[1]</sup>, the 1<sup>st</sup>, H<sub>2</sub>O",
      "Ada[1], the 1st, H2O",
    ],
    ["<button>A</button><button>B</button><label>C</label>", "A\nB\nC"],
    ["<p hidden=until-found style='color:red'>One", "One"],
    ["<a href='https://evil.example/?q=secret'>here</a>", "here"],
    ["just text", "just text"],
    ["a < b", "a < b"],
    ["", ""],
  ])("of %j is %j", (html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it.each([
    "<script>var x = '<p>code</p>'</script>",
    "<style>p{}</style>",
    "<template><p>x</p></template>",
    "<noscript>x</noscript>",
    "<svg><title>x</title><text>x</text></svg>",
    "<nav><ul><li>x</ul></nav>",
    "<div role=navigation>x</div>",
    "<footer>x</footer><aside>x</aside>",
    "<select><option>x</select><textarea>x</textarea>",
    "<img alt=x><picture><img alt=x></picture><iframe>x</iframe>",
    "<p hidden>x</p>",
    "<p hidden=''><b>x<p>",
    "<p aria-hidden=true>x</p>",
    "<p style='color: red; DISPLAY : none'>x</p>",
    "<p style='visibility:hidden'>x</p>",
    "<span class='a mw-editsection'>x</span>",
    "<!-- x -->",
    "<head><meta content=x><link title=x></head>",
  ])("omits %s", (html) => {
    expect(textOf(`<div>One ${html}</div><p>Two`)).toMatch(/^One\s+Two$/);
  });

  it("continues after an unclosed skipped element", () => {
    expect(textOf("<div><nav>x<ul><li>x</div>One")).toBe("One");
  });

  it("is limited to the main element if that has enough text", () => {
    const page = (main: string) =>
      textOf(`<div>Site</div><main><h1>A</h1>${main}</main><div>More</div>`);
    expect(page(WORDS)).toBe(`# A\n\n${WORDS}`);
    expect(page("Loading")).toBe("Site\n\n# A\n\nLoading\n\nMore");
    expect(textOf(`Site<div role=main>${WORDS}</div>`)).toBe(WORDS);
    expect(textOf(`Site<main>${WORDS}`)).toBe(WORDS);
  });

  it("is limited to the articles if there is no main element", () => {
    const article = `<article><article>${WORDS}</article> One</article>`;
    expect(textOf(`Site ${article} between ${article}`)).toBe(
      `${WORDS}\n\nOne\n\n${WORDS}\n\nOne`,
    );
    expect(textOf(`<article>One</article><main>${WORDS}</main>`)).toBe(WORDS);
  });
});

describe("the title of a page", () => {
  it.each([
    ["<title> A &amp; B\n C </title>", "A & B C"],
    ["<head><title>A</title></head><svg><title>B</title></svg>", "A"],
    ["<title>A</title><title>B</title>", "A"],
    ["<h1>A</h1>", ""],
    ["<title>", ""],
  ])("of %s is %j", (html, title) => {
    expect(parseHtml(html).title).toBe(title);
  });
});

describe("hostile HTML", () => {
  const PIECES =
    "<p> </p> <b> </b> <ul> </ul> <li> <ol/start=2> </ol> <table> </table> <tr> </tr> <td> <th/rowspan=2/colspan=3> <thead> <caption> <pre> </pre> <main> </main> <article> <sup> <br> </br> <h2> </h2> <svg> <math/alttext=x> <math> <mfrac> <annotation/encoding=TeX> </math> <img/class=math/alt=x> <nav> </nav> <title> </title> <script> <img/> <p/hidden> <!-- --> <![CDATA[ <?x &lt; < >".split(
      " ",
    );
  const LENGTH = 100_000;
  const repeat = (text: string, length = LENGTH) =>
    text.repeat(Math.ceil(length / text.length)).slice(0, length);

  it.each([
    ["<", repeat("<")],
    ["&", repeat("&")],
    ["blanks", `<pre>${repeat(" ")}`],
    ["nested elements", repeat("<div>")],
    ["nested inline elements", repeat("<b>")],
    ["end tags without start tags", repeat("<b>", 500) + repeat("</i>")],
    [
      "start tags without end tags, then the reverse",
      repeat("<b>", LENGTH / 2) + repeat("</i>", LENGTH / 2),
    ],
    ["unclosed drawings", repeat("<b><svg></b>")],
    [
      "attributes",
      `<a ${Array.from({ length: LENGTH / 10 }, (_, index) => `a${index}`).join(" ")}>`,
    ],
    ["styles", repeat(`<p style='display${" ".repeat(600)}'>`)],
    ["cells", `<table><tr>${repeat("<td>x")}`],
    ["rows", `<table>${repeat("<tr><td>x")}`],
    [
      "wide cells",
      `<table>${repeat('<tr><td colspan="100000000" rowspan="100000000">x')}`,
    ],
    [
      "a long cell in every row",
      `<table><tr><td rowspan=0>${repeat("y", LENGTH / 2)}<td>z${repeat("<tr><td>x", LENGTH / 2)}`,
    ],
    [
      "long cells in every row",
      `<table><tr>${"<td rowspan=0>x".repeat(200)}${repeat("<tr><td>")}`,
    ],
    ["nested tables", repeat("<table><tr><td>x")],
    ["nested lists", repeat("<ul><li>x")],
    ["long lists within lists", "<ul><li>".repeat(100) + repeat("x<br>")],
    ["lists", repeat("<ol type=I start=999999999><li>x</ol>")],
    ["articles", repeat("<article>x</article>")],
    ["nested articles", repeat("<article>x<main>")],
    ["titles", repeat("<title")],
    ["unclosed comments", repeat("<!--")],
    ["comments", repeat("<!---->")],
    ["processing instructions", repeat("<?x>")],
    ["formulas", "<math>".repeat(200) + repeat("<mi></mi>")],
    ["scripts", repeat("<script></script>")],
    ["superscripts", repeat("<sup>1</sup>")],
  ])("of a tenth of a megabyte is parsed in linear time: %s", (_, html) => {
    const parse = (length: number) => {
      const { text, title } = parseHtml(html.slice(0, length));
      expect(text.length + title.length).toBeLessThanOrEqual(4 * LENGTH);
    };
    expect(takesLinearTime(parse, html.length)).toBe(true);
  });

  it("is cut if it is nested too deeply or has too many elements", () => {
    const deep = parseHtml(`One${"<i>".repeat(300)}Two`);
    expect(deep).toMatchObject({ text: "One", isCut: true });
    const many = parseHtml(`${"<b>1</b>".repeat(60_000)}Two`);
    expect(many).toMatchObject({ text: "1".repeat(50_000), isCut: true });
    const main = parseHtml(`Site<main>${WORDS}${"<i>".repeat(300)}Two`);
    expect(main).toMatchObject({ text: WORDS, isCut: true });
  });

  it("never causes an error, and yields trimmed text", () => {
    const piece = fc.oneof(
      fc.constantFrom(...PIECES),
      fc.string({ unit: "grapheme" }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { text, title } = parseHtml(pieces.join(""));
        expect(text).toBe(text.trim());
        expect(title).toBe(title.trim());
      }),
      { numRuns: runs(35) },
    );
  });
});
