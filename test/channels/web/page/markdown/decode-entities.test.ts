import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEntities } from "../../../../../src/channels/web/page/markdown/parse-markdown.ts";

describe("decodeEntities", () => {
  it.each([
    ["Q&amp;A", "Q&A"],
    ["1 &lt; 2 &gt; 0", "1 < 2 > 0"],
    ["&#39;&#x4e2d;&#X6587;", "'中文"],
    ["a&nbsp;b", "a\u00a0b"],
    ["&amp;lt;", "&lt;"],
    ["&unknown; & &amp", "&unknown; & &amp"],
    ["&constructor;", "&constructor;"],
    ["&#0;&#x110000;&#xd800;", "\ufffd\ufffd\ufffd"],
  ])("decodes %j as %j", (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
  });

  it("keeps text without ampersands", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const plain = text.replaceAll("&", "");
        expect(decodeEntities(plain)).toBe(plain);
      }),
    );
  });
});
