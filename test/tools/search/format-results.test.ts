import {
  formatResults,
  takeFitting,
} from "../../../src/tools/search/results.ts";
import { describe, expect, it } from "vitest";

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
    expect(formatResults([{ title: "Title", text: "Text." }])).toBe(
      "1. Title\nText.",
    );
  });

  it("holds as many results as fit, never half of one", () => {
    const results = Array.from({ length: 20 }, () => page);
    const three = formatResults(results.slice(0, 3));
    const fitting = (length: number) => takeFitting(results, length).length;
    expect(fitting(three.length)).toBe(3);
    expect(fitting(three.length - 1)).toBe(2);
    expect(fitting(10_000)).toBe(20);
  });

  it("always holds the first", () => {
    expect(takeFitting([page, page], 3)).toEqual([page]);
    expect(takeFitting([], 3)).toEqual([]);
  });
});
