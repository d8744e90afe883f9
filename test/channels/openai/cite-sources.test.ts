import { describe, expect, it } from "vitest";
import { citeSources } from "../../../src/channels/openai/cite-sources.ts";

describe("the sources of a completion", () => {
  it("come as links behind the answer, each page once, and as annotations of them", () => {
    const answer = "It is 42.";
    const { text, annotations } = citeSources(
      [
        { title: "Forty-two", url: "https://example.com/42" },
        { title: "Again", url: "https://example.com/42" },
        { title: "Sums", url: "https://example.com/sums" },
      ],
      { answerLength: answer.length },
    );
    expect(text).toBe(
      "\n\n---\n\n1. [Forty-two](<https://example.com/42>)\n2. [Sums](<https://example.com/sums>)",
    );
    const content = answer + text;
    expect(
      annotations.map(({ url_citation: { start_index, end_index } }) =>
        content.slice(start_index, end_index),
      ),
    ).toEqual([
      "[Forty-two](<https://example.com/42>)",
      "[Sums](<https://example.com/sums>)",
    ]);
  });

  it("cannot write markup of their own", () => {
    const { text } = citeSources(
      [
        {
          title: "![x](https://evil.example)\n# <b>`",
          url: "https://example.com/>)\n[click](https://evil.example",
        },
      ],
      { answerLength: 0 },
    );
    expect(text).toBe(
      "\n\n---\n\n1. [\\!\\[x\\](https://evil.example) \\# \\<b\\>\\`](<https://example.com/%3E)%0A[click](https://evil.example>)",
    );
  });

  it("are nothing where there are none", () => {
    const none = { text: "", annotations: [] };
    expect(citeSources([], { answerLength: 3 })).toEqual(none);
  });
});
