import { h, render } from "preact";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { stubBrowser } from "../browser-page.ts";

beforeAll(async () => {
  stubBrowser();
  const { html, show } = await open();
  show("$x$\n\n```js\nif\n```");
  await vi.waitFor(() => expect(html()).toMatch(/<math.*hljs/), {
    timeout: 9_000,
  });
});

/** An answer on the page, as HTML without the boxes around it. */
async function open() {
  const { Markdown } =
    await import("../../../../src/page/client/markdown/markdown.tsx");
  const root = document.createElement("div");
  return {
    show: (text: string, isOpen = false) =>
      render(h(Markdown, { text, isOpen }), root),
    html: () => {
      for (const box of root.querySelectorAll("input"))
        box.toggleAttribute("checked", box.checked);
      const blocks = root.firstElementChild?.children ?? [];
      return [...blocks].map((block) => block.innerHTML).join("");
    },
  };
}

const LINK =
  'title="https://a.b/" target="_blank" rel="noopener noreferrer nofollow"';

/** Boxes that scroll have the focus. */
const BOX = 'role="group" tabindex="0"';

describe("an answer's Markdown", () => {
  it.each([
    [
      "**a** *b* ~~c~~ `d` <b>\\\ne",
      "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code> &lt;b&gt;<br>e</p>",
    ],
    [
      "[a](https://a.b/) ![c](https://a.b/) ![d](data:x)",
      `<p><a href="https://a.b/" ${LINK}>a</a> <a href="https://a.b/" ${LINK}>Image: c</a> Image: d</p>`,
    ],
    ["# a\n\n### b\n\n#### c", "<h3>a</h3><h5>b</h5><h6>c</h6>"],
    ["> a\n\n---", "<blockquote><p>a</p></blockquote><hr>"],
    ["<div>\n<b>", '<p class="raw">&lt;div&gt;\n&lt;b&gt;</p>'],
    ["- a\n- b\n  1. c", "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>"],
    ["2. a\n\n3. b", '<ol start="2"><li><p>a</p></li><li><p>b</p></li></ol>'],
    [
      "- [x] a\n- [ ] b",
      '<ul><li class="task"><input type="checkbox" disabled="" aria-label="Done" checked=""> a</li>' +
        '<li class="task"><input type="checkbox" disabled="" aria-label="To do"> b</li></ul>',
    ],
    [
      "|a|*b*|\n|-|-:|\n|1|2|",
      `<div ${BOX} class="table" aria-label="Table"><table>` +
        '<thead><tr><th scope="col">a</th><th scope="col" class="align-right"><em>b</em></th></tr></thead>' +
        '<tbody><tr><td>1</td><td class="align-right">2</td></tr></tbody></table></div>',
    ],
    ["[a]: https://a.b/", "<p>[a]: https://a.b/</p>"],
    ["[a]\n\n[a]: https://a.b/", `<p><a href="https://a.b/" ${LINK}>a</a></p>`],
  ])("%j is drawn", async (markdown, drawn) => {
    const { html, show } = await open();
    show(markdown);
    expect(html()).toBe(drawn);
  });

  it.each([
    ["```JS x\nif (a)\n```", "JS", '<span class="hljs-keyword">if</span> (a)'],
    ["```klingon\nif\n```", "klingon", "if"],
    ["```\nif\n```", "code", "if"],
  ])("%j is drawn with its language", async (markdown, language, code) => {
    const { html, show } = await open();
    show(markdown);
    expect(html()).toContain(`<figcaption><span>${language}</span>`);
    expect(html()).toContain(`<code>${code}</code>`);
  });

  it("has its footnotes in the order of their references", async () => {
    const { html, show } = await open();
    show(
      "a[^t] b[^x]\n\n[^u]: c\n\n[^x]: d\n\n    > e\n\n[^t]: f\n\n[^t]: again",
    );
    const note = (number: number, text: string) =>
      `<li data-note="${number}">${text} <button aria-label="Back to footnote ${number} in the text">↩</button></li>`;
    const reference = (number: number) =>
      `<sup data-refers="${number}"><button aria-label="Footnote ${number}">${number}</button></sup>`;
    expect(html()?.replaceAll(/ (?:class|type|tabindex)="[^"]*"/g, "")).toBe(
      `<p>a${reference(1)} b${reference(2)}</p>` +
        `<section aria-label="Footnotes"><ol>${note(1, "f")}${note(2, "<p>d</p><blockquote><p>e</p></blockquote>")}${note(3, "c")}</ol></section>`,
    );
  });
});

describe("a formula", () => {
  it("is drawn once, also while what follows streams in", async () => {
    const { html, show } = await open();
    const seen = ["$$x", "$$x\n$$", "$$x\n$$\n\nb"].map((text) => {
      show(text, true);
      return html();
    });
    const drawn = `<div ${BOX} class="formula" aria-label="Formula"><span><math display="block" class="tml-display"><mi>x</mi></math></span></div>`;
    expect(seen).toEqual(["<p>$$x</p>", drawn, `${drawn}<p>b</p>`]);
  });

  it("is drawn anew when it changes, and is its source while it cannot be read", async () => {
    const { html, show } = await open();
    const wrong = String.raw`$\frac{1$`;
    const seen = ["$x$", "$y$", wrong, "$z$", "a"].map((text) => {
      show(text, true);
      return html();
    });
    expect(seen).toEqual([
      "<p><span><math><mi>x</mi></math></span></p>",
      "<p><span><math><mi>y</mi></math></span></p>",
      `<p><span><code class="tex">${wrong}</code></span></p>`,
      "<p><span><math><mi>z</mi></math></span></p>",
      "<p>a</p>",
    ]);
  });

  it.each([
    String.raw`\unknown{x}`,
    String.raw`\def\a{\a\a}\a`,
    "\\sqrt{".repeat(200) + "}".repeat(200),
    "x".repeat(5_001),
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\includegraphics{https://a.b/c.png}`,
    String.raw`\id{toast}{x}`,
  ])(
    "stays its source if it is wrong, too large or active: %s",
    async (tex) => {
      const { html, show } = await open();
      show(`$${tex}$`);
      expect(html()).toBe(
        `<p><span><code class="tex">$${tex}$</code></span></p>`,
      );
    },
  );

  it("keeps no name that something could refer to", async () => {
    const { html, show } = await open();
    show(String.raw`$$\begin{equation} x \label{toast} \end{equation}$$`);
    expect(html()).toMatch(/<math/);
    expect(html()).not.toMatch(/toast| id=/);
  });
});
