import { expect, it } from "vitest";
import { toCsv } from "../../../src/http/console/to-csv.ts";

it("a table for spreadsheets says that it is UTF-8, and has a header", () => {
  const rows = [
    { question: "Where?", count: -1, ended_at: null },
    { question: 'So, "now"', count: 2, ended_at: "1" },
  ];
  expect(toCsv(rows)).toBe(
    '\uFEFFquestion,count,ended_at\r\nWhere?,-1,\r\n"So, ""now""",2,1\r\n',
  );
  expect(toCsv([])).toBe("\uFEFF\r\n");
});

it.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "|cmd",
  "%1",
  " =1",
  "\uFEFF=1",
  "＝1",
  "＋1",
  "－1",
  "＠1",
  "\t1",
  "\r1",
  "\n1",
])("no spreadsheet runs %j", (text) => {
  expect(toCsv([{ text }])).toBe(`\uFEFFtext\r\n"'${text}"\r\n`);
});

it.each(["1+1", "a=b", "It's", "a\nb"])("%j is shown as it is", (text) => {
  expect(toCsv([{ text }])).toMatch(
    new RegExp(`^\uFEFFtext\r\n"?${text.replace("+", "\\+")}"?\r\n$`),
  );
});
