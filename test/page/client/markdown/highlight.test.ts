import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { highlight } from "../../../../src/page/client/markdown/highlight.ts";

describe("highlight", () => {
  it("splits code into styled runs", () => {
    expect(highlight('const a = "<b>"; // & so on', "js")).toEqual([
      { text: "const", className: "hljs-keyword" },
      { text: " a = ", className: "" },
      { text: '"<b>"', className: "hljs-string" },
      { text: "; ", className: "" },
      { text: "// & so on", className: "hljs-comment" },
    ]);
  });

  it("goes on with the style around a nested part", () => {
    const [, ...runs] = highlight("x = `a ${b} c`", "js") ?? [];
    expect(runs).toEqual([
      { text: "`a ", className: "hljs-string" },
      { text: "${b}", className: "hljs-subst" },
      { text: " c`", className: "hljs-string" },
    ]);
  });

  it.each("ts tsx py sh shell html c++ cs kt rs rb golang yml toml".split(" "))(
    "knows %s",
    (language) => {
      expect(highlight("x", language)).toBeDefined();
    },
  );

  it("ignores other languages and very long code", () => {
    expect(highlight("x", "klingon")).toBeUndefined();
    expect(highlight("x".repeat(30_000), "js")).toBeUndefined();
  });

  it("keeps any code unchanged, wherever it is cut", () => {
    const pieces = fc.array(
      fc.constantFrom(
        ...'< > & " \' </span> <span class="x"> &amp; &#x27; ${ } /* */ // # `` """ function class = 1.5e3 \\ \n'.split(
          " ",
        ),
        " ",
      ),
    );
    const languages = fc.constantFrom("js", "python", "html", "css", "bash");
    fc.assert(
      fc.property(pieces, languages, (parts, language) => {
        const code = parts.join("");
        const runs = highlight(code, language) ?? [];
        expect(runs.map(({ text }) => text).join("")).toBe(code);
        for (const { className } of runs)
          expect(className).toMatch(/^[\w\s-]*$/);
      }),
    );
  });
});
