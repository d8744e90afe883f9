import { describe, expect, it } from "vitest";
import { tableToText } from "../../../src/channels/markdown/table-to-text.ts";

describe("tableToText", () => {
  it("aligns its columns", () => {
    const table = tableToText({
      header: ["left", "mid", "right"],
      rows: [
        ["a", "b", "c"],
        ["long cell", "x", "1.50"],
      ],
      align: ["left", "center", "right"],
    });
    expect(lines(table)).toEqual([
      "left      | mid | right",
      "----------+-----+------",
      "a         |  b  |     c",
      "long cell |  x  |  1.50",
    ]);
  });

  it("counts two columns for Chinese characters and emoji, one for accented letters", () => {
    const table = tableToText({
      header: ["名称", "x"],
      rows: [
        ["苹果🍎", "1"],
        ["e\u0301clair", "2"],
        ["❤️", "3"],
      ],
      align: [null, null],
    });
    expect(lines(table)).toEqual([
      "名称   | x",
      "-------+--",
      "苹果🍎 | 1",
      "e\u0301clair | 2",
      "❤️     | 3",
    ]);
  });

  it("lets a long cell stick out, so that the others stay narrow", () => {
    const table = tableToText({
      header: ["a", "b"],
      rows: [
        ["x".repeat(50), "1"],
        ["y", "2"],
      ],
      align: [null, null],
    });
    expect(lines(table)).toEqual([
      `a${" ".repeat(31)} | b`,
      `${"-".repeat(32)}-+--`,
      `${"x".repeat(50)} | 1`,
      `y${" ".repeat(31)} | 2`,
    ]);
  });

  it("does not align a table that is too wide for a screen", () => {
    const wide = "w".repeat(32);
    const header = [wide, wide, wide];
    const table = tableToText({
      header,
      rows: [["1", "2", "3"]],
      align: [null, null, null],
    });
    expect(lines(table)).toEqual([
      header.join(" | "),
      "----+-----+----",
      "1 | 2 | 3",
    ]);
  });

  it("ends a row after its last non-empty cell", () => {
    const table = tableToText({
      header: ["a", "b"],
      rows: [
        ["", ""],
        ["1", ""],
        ["", "2"],
      ],
      align: [null, null],
    });
    expect(lines(table)).toEqual(["a | b", "--+--", "", "1", "  | 2"]);
  });
});

function lines(table: string): string[] {
  return table.split("\n");
}
