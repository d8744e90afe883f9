import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, show } from "./chat-page.ts";

describe("code", () => {
  it("is coloured by a highlighter that is loaded for code with a language", async ({
    server,
    openPage,
  }) => {
    const scripts: string[] = [];
    const page = await openPage({ prepare: noteScripts(scripts) });
    await show(server, page, "Hello, $5 and `x`.\n\n```\nplain\n```");
    expect(scripts).toEqual(["page"]);
    const code = 'if (a < "b") return 1; // </code><b>';
    await show(server, page, `\`\`\`js\n${code}\n\`\`\``);
    const block = page.locator("pre code").last();
    await block.locator(".hljs-keyword").first().waitFor();
    expect(await block.textContent()).toBe(code);
    expect(await block.locator("b").count()).toBe(0);
    expect(scripts).toEqual(["page", "highlight"]);
    const colourOf = (look: string) =>
      block
        .locator(look)
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    expect(await colourOf(".hljs-keyword")).not.toBe(
      await colourOf(".hljs-string"),
    );
  });

  it("stays plain if the highlighter cannot be loaded", async ({
    server,
    openPage,
  }) => {
    const page = await openPage({
      mayFail: true,
      prepare: (opening) =>
        opening.route("**/highlight-*.js", (r) => r.abort()),
    });
    await show(server, page, "```js\nif (a) b();\n```");
    expect(await page.locator("pre code").textContent()).toBe("if (a) b();");
  });
});

describe("formulas", () => {
  it("are set as MathML by a typesetter that is loaded on demand", async ({
    server,
    openPage,
  }) => {
    const scripts: string[] = [];
    const page = await openPage({ prepare: noteScripts(scripts) });
    await show(server, page, "It costs $5 or $6.");
    expect(scripts).toEqual(["page"]);
    await show(
      server,
      page,
      String.raw`So \(a^2\) and $\sqrt{b}$:${"\n\n"}$$\int_0^1 \frac{x}{2}\,dx$$${"\n\n"}\[x = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}\]`,
    );
    const answer = page.locator(".markdown").last();
    await answer.locator("math").nth(3).waitFor();
    expect(await answer.locator("math msup").count()).toBeGreaterThan(0);
    expect(await answer.locator("math msqrt").count()).toBe(1);
    expect(await answer.locator(".formula math mfrac").count()).toBe(1);
    expect(await answer.locator("math mtr").count()).toBe(2);
    expect(scripts).toEqual(["page", "typeset"]);
  });

  it("cannot inject scripts, links or images", async ({ server, openPage }) => {
    const page = await openPage();
    await show(
      server,
      page,
      [
        String.raw`\href{javascript:alert(1)}{x}`,
        String.raw`\url{https://example.com}`,
        String.raw`\includegraphics{https://example.com/a.png}`,
        String.raw`\class{toast}{x}`,
        String.raw`\id{toast}{x}`,
        String.raw`\style{position:fixed}{x}`,
        String.raw`\data{phrase=x}{x}`,
        String.raw`\text{<img src=x onerror=alert(1)>}`,
        String.raw`x \tag{<script>alert(1)</script>}`,
        String.raw`\begin{equation} x \label{toast} \end{equation}`,
        String.raw`\ref{toast}`,
        String.raw`\color{red;position:fixed} x`,
        "ok",
      ]
        .map((tex) => `$$${tex}$$`)
        .join("\n\n"),
    );
    const answer = page.locator(".markdown");
    await answer.locator("math").last().waitFor();
    expect(
      await answer
        .locator("a, img, script, iframe, [id], [href], [src]")
        .count(),
    ).toBe(0);
    expect(
      await answer
        .locator("math *")
        .evaluateAll(
          (elements) =>
            elements.filter(
              (element) => getComputedStyle(element).position === "fixed",
            ).length,
        ),
    ).toBe(0);
  });
});

describe("footnotes", () => {
  it("are numbered below the answer, with links in both directions", async ({
    server,
    openPage,
  }) => {
    const page = await openPage();
    await show(
      server,
      page,
      "Tea[^t] is older[^x].\n\n[^x]: *See* <b>there</b>.\n[^t]: Camellia.",
    );
    const notes = page.getByRole("region", { name: "Footnotes" });
    await expect
      .poll(() => notes.getByRole("listitem").allTextContents())
      .toEqual(["Camellia. ↩", "See <b>there</b>. ↩"]);
    await page.getByRole("button", { name: "Footnote 2", exact: true }).click();
    const second = notes.getByRole("listitem").last();
    expect(await second.evaluate((note) => note.matches(":focus"))).toBe(true);
    await second.getByRole("button").click();
    expect(await page.locator(":focus").innerText()).toBe("2");
  });
});

function noteScripts(names: string[]): (page: Page) => Promise<void> {
  return async (page) => {
    page.on("request", (request) => {
      const [, name] = /assets\/(\w+)-\w+\.js$/.exec(request.url()) ?? [];
      if (name !== undefined) names.push(name);
    });
  };
}
