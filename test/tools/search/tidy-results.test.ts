import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SearchResult } from "../../../src/tools/search/search-provider.ts";
import { tidyResults } from "../../../src/tools/search/results.ts";

const page = { title: "Title", text: "Text.", url: "https://example.org/" };

function tidy(...results: readonly SearchResult[]) {
  return tidyResults(results, { query: "sentence" });
}

describe("tidy results", () => {
  it("are text, not HTML", () => {
    const text = "A <b>lamp</b> &amp; lens &lt;script&gt;";
    expect(tidy({ ...page, title: "<i>T</i>", text })).toEqual([
      { ...page, title: "T", text: "A lamp & lens <script>" },
    ]);
  });

  it("end a long text at a sentence, in Chinese too", () => {
    const [english] = tidy({ ...page, text: "It is a sentence. ".repeat(40) });
    expect(english?.text).toMatch(
      /^(?:It is a sentence\. )+It is a sentence\.$/,
    );
    expect(english?.text.length).toBeLessThanOrEqual(350);
    const [chinese] = tidy({ ...page, text: "这是一个句子。".repeat(100) });
    expect(chinese?.text).toMatch(/^(?:这是一个句子。)+$/);
  });

  it("are headed by their text where they have no title", () => {
    expect(tidy({ ...page, title: " <br> " })).toEqual([
      { ...page, title: "Text.", text: "" },
    ]);
  });

  it("leave out those that say nothing", () => {
    expect(tidy({ ...page, title: "", text: "<p></p>" })).toEqual([]);
  });

  it.each([
    "http://example.org/a/",
    "https://EXAMPLE.org/a#part",
    "https://example.org/a?utm_source=x&utm_medium=y&gclid=1",
    "https://example.org/a/?fbclid=2&srsltid=3#top",
    "https://reader:secret@example.org/a",
  ])("leave out the same page again: %s", (url) => {
    const first = { ...page, url: "https://example.org/a" };
    expect(tidy(first, { ...page, title: "Again", url })).toEqual([first]);
  });

  it.each([
    "https://example.org/b",
    "https://example.org/A",
    "https://example.org/a?page=2",
    "https://other.example.org/a",
    "https://example.org:8443/a",
  ])("keep another page: %s", (url) => {
    const first = { ...page, url: "https://example.org/a" };
    expect(tidy(first, { ...page, url })).toHaveLength(2);
  });

  it("leave out the same text again where neither has an address", () => {
    const answer = { title: "Answer", text: "42" };
    expect(tidy(answer, answer, { ...answer, text: "43" })).toHaveLength(2);
  });

  it.each([
    ["javascript:alert(1)", undefined],
    ["ftp://example.org/", undefined],
    ["//example.org/", undefined],
    ["no address", undefined],
    [`https://example.org/${"x".repeat(400)}`, undefined],
    ["https://reader:secret@example.org/", "https://example.org/"],
    ["https://example.org/a b", "https://example.org/a%20b"],
    ["https://example.org/\n\n1. Title", "https://example.org/1.%20Title"],
  ])("have safe addresses only: %j becomes %s", (url, address) => {
    expect(tidy({ ...page, url })[0]?.url).toBe(address);
  });

  it.each([
    ["2026-01-02T03:04:05Z", "2026-01-02"],
    ["2026-01-02 03:04:05", "2026-01-02"],
    ["Tue, 05 Aug 2025 12:00:00 GMT", "2025-08-05"],
    ["1767225600000", "2026-01-01"],
    ["<b>March 3, 2025</b>", "March 3, 2025"],
    ["2 days ago", "2 days ago"],
    ["25:99 o'clock", "25:99 o'clock"],
    ["  ", undefined],
  ])("have days: %j becomes %s", (date, day) => {
    expect(tidy({ ...page, date })[0]?.date).toBe(day);
  });

  it("are fifteen at most", () => {
    const results = Array.from({ length: 30 }, (_, index) => ({
      ...page,
      url: `https://example.org/${index}`,
    }));
    expect(tidy(...results)).toHaveLength(15);
  });

  it("are bounded, well-formed lines, whatever was found", () => {
    const text = fc.string({ unit: "binary", maxLength: 3_000 });
    const url = fc.oneof(text, fc.webUrl({ withFragments: true }));
    fc.assert(
      fc.property(
        fc.array(fc.record({ title: text, text, url, date: text })),
        (results) => {
          for (const result of tidy(...results)) {
            const lines = Object.values(result).map(String);
            expect(result.title).not.toBe("");
            expect(lines.join("").length).toBeLessThanOrEqual(830);
            for (const line of lines) {
              expect(line).not.toMatch(/\p{Cc}/u);
              expect(line.isWellFormed()).toBe(true);
            }
          }
        },
      ),
    );
  });
});
