import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pickSentences } from "../../../src/tools/search/pick-sentences.ts";
import {
  formatResults,
  takeFitting,
  tidyResults,
} from "../../../src/tools/search/results.ts";
import type { SearchResult } from "../../../src/tools/search/search-provider.ts";

const page = { title: "Title", text: "Text.", url: "https://example.org/" };

function tidy(...results: readonly SearchResult[]) {
  return tidyResults(results, { query: "sentence" });
}

describe("tidyResults", () => {
  it("keeps what looks like markup", () => {
    const result = {
      ...page,
      title: "std::vector<int>, List<String>",
      text: "if a<b then x>y; AT&amp;T <b>",
    };
    expect(tidy(result)).toEqual([result]);
  });

  it("puts each text on one line", () => {
    const text = " A\n\n\tlamp\u{A0}and\u{7}lens\u{200B} ";
    expect(tidy({ ...page, title: "T\r\nU", text })).toEqual([
      { ...page, title: "T U", text: "A lamp and lens" },
    ]);
  });

  it("cuts a long text at a sentence, even in Chinese", () => {
    const [english] = tidy({ ...page, text: "It is a sentence. ".repeat(40) });
    expect(english?.text).toMatch(
      /^(?:It is a sentence\. )+It is a sentence\.$/,
    );
    expect(english?.text.length).toBeLessThanOrEqual(350);
    const [chinese] = tidy({ ...page, text: "这是一个句子。".repeat(100) });
    expect(chinese?.text).toMatch(/^(?:这是一个句子。)+$/);
  });

  it("uses the text of an untitled result as its title", () => {
    expect(tidy({ ...page, title: " \n " })).toEqual([
      { ...page, title: "Text.", text: "" },
    ]);
  });

  it("drops blank results", () => {
    expect(tidy({ ...page, title: "", text: " " })).toEqual([]);
  });

  it.each([
    "http://example.org/a/",
    "https://EXAMPLE.org/a#part",
    "https://reader:secret@example.org/a",
  ])("drops a duplicate page: %s", (url) => {
    const first = { ...page, url: "https://example.org/a" };
    expect(tidy(first, { ...page, title: "Again", url })).toEqual([first]);
  });

  it.each([
    "https://example.org/b",
    "https://example.org/A",
    "https://example.org/a?page=2",
    "https://other.example.org/a",
    "https://example.org:8443/a",
  ])("keeps a different page: %s", (url) => {
    const first = { ...page, url: "https://example.org/a" };
    expect(tidy(first, { ...page, url })).toHaveLength(2);
  });

  it("drops a duplicate text without a URL", () => {
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
  ])("keeps only safe URLs: %j becomes %s", (url, address) => {
    expect(tidy({ ...page, url })[0]?.url).toBe(address);
  });

  it.each([
    ["2026-01-02T03:04:05Z", "2026-01-02"],
    ["2026-01-02 03:04:05", "2026-01-02"],
    ["Tue, 05 Aug 2025 12:00:00 GMT", "2025-08-05"],
    ["1767225600000", "2026-01-01"],
    ["March 3, 2025 ", "March 3, 2025"],
    ["2 days ago", "2 days ago"],
    ["25:99 o'clock", "25:99 o'clock"],
    ["  ", undefined],
  ])("shortens dates to days: %j becomes %s", (date, day) => {
    expect(tidy({ ...page, date })[0]?.date).toBe(day);
  });

  it("returns at most fifteen results", () => {
    const results = Array.from({ length: 30 }, (_, index) => ({
      ...page,
      url: `https://example.org/${index}`,
    }));
    expect(tidy(...results)).toHaveLength(15);
  });

  it("returns bounded, well-formed lines for any results", () => {
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

const text =
  "The minster is a church. It was built in 1180. Its great bell weighs 9,300 kg. Visitors may climb the tower.";

describe("pickSentences", () => {
  it.each([
    ["how heavy is the great bell", 45, "… Its great bell weighs 9,300 kg."],
    ["built 1180", 30, "… It was built in 1180."],
    ["minster built", 50, "The minster is a church. It was built in 1180."],
    ["something else", 45, "The minster is a church."],
    ["", 30, "The minster is a church."],
  ])(
    "picks the sentences most relevant to %j",
    (query, maxLength, sentences) => {
      expect(pickSentences(text, { query, maxLength })).toBe(sentences);
    },
  );

  it("picks Chinese sentences", () => {
    const chinese = "教堂很老。它建于一一八〇年。大钟重九吨。塔可以登。";
    expect(pickSentences(chinese, { query: "大钟有多重", maxLength: 10 })).toBe(
      "… 大钟重九吨。",
    );
  });

  it("returns the whole text if it fits", () => {
    expect(pickSentences(text, { query: "bell", maxLength: 200 })).toBe(text);
  });

  it("cuts a long first sentence at a code point", () => {
    const cut = pickSentences(`x${"😀".repeat(400)}`, {
      query: "bell",
      maxLength: 350,
    });
    expect(cut).toMatch(/^x😀+…$/u);
    expect(cut.length).toBeLessThanOrEqual(350);
  });

  it("keeps to the maximum length for any text and query", () => {
    const any = fc.string({ unit: "grapheme", maxLength: 500 });
    fc.assert(
      fc.property(
        any,
        any,
        fc.integer({ min: 3, max: 100 }),
        (one, query, maxLength) => {
          const picked = pickSentences(one, { query, maxLength });
          expect(picked.length).toBeLessThanOrEqual(maxLength);
          expect(picked.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

describe("a list of results", () => {
  it("numbers results and shows title, date, text and URL", () => {
    expect(
      formatResults([page, { ...page, title: "Other", date: "2026-01-02" }]),
    ).toBe(
      "1. Title\nText.\nhttps://example.org/\n\n2. Other (2026-01-02)\nText.\nhttps://example.org/",
    );
  });

  it("omits empty lines", () => {
    expect(formatResults([{ ...page, text: "" }])).toBe(
      "1. Title\nhttps://example.org/",
    );
    expect(formatResults([{ title: "Title", text: "Text." }])).toBe(
      "1. Title\nText.",
    );
  });

  it("holds as many whole results as fit", () => {
    const results = Array.from({ length: 20 }, () => page);
    const three = formatResults(results.slice(0, 3));
    const fitting = (length: number) => takeFitting(results, length).length;
    expect(fitting(three.length)).toBe(3);
    expect(fitting(three.length - 1)).toBe(2);
    expect(fitting(10_000)).toBe(20);
  });

  it("always holds the first result", () => {
    expect(takeFitting([page, page], 3)).toEqual([page]);
    expect(takeFitting([], 3)).toEqual([]);
  });
});
