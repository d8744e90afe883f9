import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { highlight } from "../../../../../src/channels/web/page/markdown/highlight.ts";

describe("highlight", () => {
  it("tells the parts of code apart", () => {
    expect(highlight('const a = "<b>"; // & so on', "js")).toEqual([
      { text: "const", look: "hljs-keyword" },
      { text: " a = ", look: "" },
      { text: '"<b>"', look: "hljs-string" },
      { text: "; ", look: "" },
      { text: "// & so on", look: "hljs-comment" },
    ]);
  });

  it.each("ts tsx py sh shell html c++ cs kt rs rb golang yml toml".split(" "))(
    "knows %s",
    (language) => {
      expect(highlight("x", language)).toBeDefined();
    },
  );

  it("leaves other languages and very long code alone", () => {
    expect(highlight("x", "klingon")).toBeUndefined();
    expect(highlight("x".repeat(30_000), "js")).toBeUndefined();
  });

  it("changes nothing of the code, whatever it is and no matter where it breaks off", () => {
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
        for (const { look } of runs) expect(look).toMatch(/^[\w\s-]*$/);
      }),
    );
  });
});
