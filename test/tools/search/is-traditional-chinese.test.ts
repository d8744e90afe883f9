import { isTraditionalChinese } from "../../../src/tools/search/wikipedia.ts";
import { describe, expect, it } from "vitest";

/** The characters of GB 2312, the standard of simplified writing. */
function simplifiedCharacters(): string {
  const rows = Array.from({ length: 72 }, (_, row) => 0xb0 + row);
  const cells = Array.from({ length: 94 }, (_, cell) => 0xa1 + cell);
  const bytes = rows.flatMap((row) => cells.flatMap((cell) => [row, cell]));
  return new TextDecoder("gb18030").decode(Uint8Array.from(bytes));
}

describe("traditional writing", () => {
  it.each([
    "長城有多長",
    "臺灣的人口",
    "匯率",
    "聖誕島在哪裡",
    "Python 編程語言",
    "誰發明了電話",
  ])("is recognised in %j", (text) => {
    expect(isTraditionalChinese(text)).toBe(true);
  });

  it.each(["长城有多长", "台北", "Lighthouse", ""])(
    "is not seen in %j",
    (text) => {
      expect(isTraditionalChinese(text)).toBe(false);
    },
  );

  it("is not seen in any character of simplified writing", () => {
    expect(isTraditionalChinese(simplifiedCharacters())).toBe(false);
  });
});
