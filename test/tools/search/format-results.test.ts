import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatResults } from "../../../src/tools/search/format-results.ts";

const page = { title: "Title", text: "Text.", url: "https://example.org/" };

describe("a list of results", () => {
  it("numbers them and gives title, date, text and address", () => {
    expect(
      formatResults([page, { ...page, title: "Other", date: "2026-01-02" }]),
    ).toBe(
      "1. Title\nText.\nhttps://example.org/\n\n2. Other (2026-01-02)\nText.\nhttps://example.org/",
    );
  });

  it("leaves out a line that would be empty", () => {
    expect(formatResults([{ ...page, text: "" }])).toBe(
      "1. Title\nhttps://example.org/",
    );
  });

  it("shows text, not HTML", () => {
    const text = "A <b>lamp</b> &amp; lens &lt;script&gt;";
    expect(formatResults([{ ...page, text }])).toContain(
      "\nA lamp & lens <script>\n",
    );
  });

  it("ends a long text at a sentence", () => {
    const text = "It is a sentence. ".repeat(40);
    const [, line = ""] = formatResults([{ ...page, text }]).split("\n");
    expect(line).toMatch(/^(?:It is a sentence\. )+It is a sentence\.$/);
    expect(line.length).toBeLessThanOrEqual(350);
  });

  it("ends a long Chinese text at a sentence", () => {
    const [, line = ""] = formatResults([
      { ...page, text: "这是一个句子。".repeat(100) },
    ]).split("\n");
    expect(line).toMatch(/^(?:这是一个句子。)+$/);
  });

  it("cuts a sentence without end at a code point", () => {
    const [, line = ""] = formatResults([
      { ...page, text: `x${"😀".repeat(400)}` },
    ]).split("\n");
    expect(line).toMatch(/^x😀+…$/u);
    expect(line.isWellFormed()).toBe(true);
  });

  it("leaves out the results that do not fit, never half of one", () => {
    const long = { ...page, text: "It is a sentence. ".repeat(40) };
    const list = formatResults(Array.from({ length: 20 }, () => long));
    expect(list.length).toBeLessThanOrEqual(1_500);
    const entries = list.split("\n\n");
    expect(entries).toHaveLength(4);
    for (const entry of entries) expect(entry.split("\n")).toHaveLength(3);
  });

  it("leaves out an address that is too long to be useful", () => {
    const url = `https://example.org/${"x".repeat(400)}`;
    expect(formatResults([{ ...page, url }])).toBe("1. Title\nText.");
  });

  it("is short, well-formed and never empty, whatever was found", () => {
    const text = fc.string({ unit: "binary", maxLength: 3_000 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ title: text, text, url: text }), { minLength: 1 }),
        (results) => {
          const list = formatResults(results);
          expect(list).toMatch(/^1\. /);
          expect(list.length).toBeLessThanOrEqual(1_500);
          expect(list.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
