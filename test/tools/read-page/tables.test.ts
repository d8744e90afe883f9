import { describe, expect, it } from "vitest";
import { parseHtml } from "../../../src/tools/read-page/parse-html.ts";

/** The lines of a table, whose rows have a cell for each start tag. */
function linesOf(table: string): string[] {
  const { text } = parseHtml(`<p>Before<table>${table}</table>after`);
  expect(text).toMatch(/^Before\n\n.*\n\nafter$/s);
  return text.split("\n").slice(2, -2);
}

describe("a table", () => {
  it("is shown with each row on one line", () => {
    expect(
      linesOf(
        "<caption>By year</caption><tr><th>Year<th>People<th>Note" +
          "<tr><td><p>1900</p><p>or so</p></td><td>5</td><td></td>" +
          "<tr><td></td><td>7</td><td>a<br>guess</td><tr><td><td>",
      ),
    ).toEqual([
      "By year",
      "Year | People | Note",
      "1900 or so | 5",
      " | 7 | a guess",
    ]);
  });

  it("repeats a cell in all rows that it spans", () => {
    expect(
      linesOf(
        "<tr><th>Line<th>Stop<th>Time" +
          "<tr><td rowspan=3>Red<td>Harbour<td rowspan=2>8:00" +
          "<tr><td>Market<tr><td>Hill<td>8:20<tr><td>Blue<td>Hill<td>9:00",
      ),
    ).toEqual([
      "Line | Stop | Time",
      "Red | Harbour | 8:00",
      "Red | Market | 8:00",
      "Red | Hill | 8:20",
      "Blue | Hill | 9:00",
    ]);
  });

  it("repeats a cell in all columns that it spans", () => {
    expect(
      linesOf(
        "<tr><th rowspan=2>Town<th colspan=2>People<tr><th>1900<th>2000" +
          "<tr><td>Ely<td>7<td>9<tr><td colspan=2>Unknown<td>1",
      ),
    ).toEqual([
      "Town | People | People",
      "Town | 1900 | 2000",
      "Ely | 7 | 9",
      "Unknown | Unknown | 1",
    ]);
  });

  it("repeats a long cell no longer than a table may be", () => {
    const rows = "<tr><td>1".repeat(399);
    const cell = `<td rowspan=400>${"x".repeat(1_000)}`;
    const { text } = parseHtml(`<table><tr>${cell}<td>1${rows}</table>`);
    expect(text.length).toBeLessThan(210_000);
    expect(text.split("\n")).toHaveLength(400);
  });

  it("leaves a gap between columns that are spanned from above", () => {
    expect(
      linesOf("<tr><td>A<td>B<td rowspan=2>C<tr><td>D<tr><td>E<td>F"),
    ).toEqual(["A | B | C", "D |  | C", "E | F"]);
  });

  it("shows a heading across all columns once", () => {
    expect(linesOf("<tr><th colspan=3>North<tr><td>A<td>B<td>C")).toEqual([
      "North",
      "A | B | C",
    ]);
  });

  it.each([
    ["0 as all rows of its part", "0"],
    ["too many as all rows of its part", "99999999999"],
  ])("takes a span of %s", (_, span) => {
    expect(
      linesOf(
        `<tbody><tr><td rowspan=${span}>A<td>1<tr><td>2<tr><td>3` +
          "</tbody><tbody><tr><td>B<td>4<tr><td>C<td>5",
      ),
    ).toEqual(["A | 1", "A | 2", "A | 3", "B | 4", "C | 5"]);
  });

  it.each(["-2", "x", "", "1.9"])("takes a span of %j as one", (span) => {
    expect(
      linesOf(`<tr><td rowspan="${span}" colspan="${span}">A<td>B<tr><td>C`),
    ).toEqual(["A | B", "C"]);
  });

  it("omits hidden rows and cells", () => {
    expect(
      linesOf(
        "<thead hidden><tr><td>x</thead><tr style='display:none'><td>x" +
          "<tr><td>A<td style='display:none'>x<td><span hidden>x</span>C",
      ),
    ).toEqual(["A | C"]);
  });

  it.each([
    ["another table", "<tr><td>A<td><table><tr><td>B<td>C</table>", "A\nB | C"],
    ["verbatim text", "<tr><td>A<td><pre>x  y\nz</pre>", "A\n\nx  y\nz"],
    ["headings", "<tr><td><h2>A</h2>B<td>C", "## A\n\nB\nC"],
    ["rows within a form", "<form><tr><td>A<td>B</form>", "A\nB"],
    ["text outside of cells", "A<tr>B<td>C", "A\nB\nC"],
    ["rows within cells", "<tr><td>A<tbody><tr><td>B<td>C", "A\nB\nC"],
    ["cells without a row", "<td>A<td>B", "A\nB"],
  ])("that contains %s is shown as blocks", (_, table, text) => {
    expect(parseHtml(`<table>${table}</table>`).text).toBe(text);
  });

  it("with one column keeps its lines", () => {
    expect(linesOf("<tr><td><p>A<p>B<tr><td>C")).toEqual(["A", "", "B", "C"]);
  });
});
