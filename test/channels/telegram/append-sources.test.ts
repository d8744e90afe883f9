import { splitMarkdown } from "../../../src/channels/telegram/markdown/split-markdown.ts";
import type { Source, SourceList } from "../../../src/turn.ts";
import { checkTelegramHtml } from "../../stubs/check-telegram-html.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const ADA = { title: "Ada Lovelace", url: "https://example.org/ada" };

const listOf = (...sources: readonly Source[]): SourceList => ({
  label: "Sources",
  sources,
});

const page = (index: number, length = 30): Source => ({
  title: `Page ${index}`,
  url: `https://example.org/${index}/`.padEnd(length, "x"),
});

describe("the sources behind a reply", () => {
  it("are a folded list of links, and written out in plain text", () => {
    const babbage = {
      title: '<Charles> & "Babbage"',
      url: "https://example.org/?a=1&b='2'",
    };
    expect(splitMarkdown("Two **friends**.", listOf(ADA, babbage))).toEqual([
      {
        formatted:
          "Two <b>friends</b>.\n\n" +
          "<blockquote expandable><b>Sources</b>" +
          '\n1. <a href="https://example.org/ada">Ada Lovelace</a>' +
          "\n2. <a href=\"https://example.org/?a=1&amp;b='2'\">&lt;Charles&gt; &amp; &quot;Babbage&quot;</a>" +
          "</blockquote>",
        plain:
          "Two friends.\n\nSources" +
          "\n1. Ada Lovelace\nhttps://example.org/ada" +
          "\n2. <Charles> & \"Babbage\"\nhttps://example.org/?a=1&b='2'",
      },
    ]);
  });

  it("do not grow together with a quote at the reply's end", () => {
    const [part] = splitMarkdown("> So she said.", listOf(ADA));
    expect(part?.formatted).toMatch(
      /^<blockquote>So she said.<\/blockquote>\n\n<blockquote expandable>/,
    );
  });

  it("are not there where there are none, or no reply", () => {
    expect(splitMarkdown("Hello", listOf())).toEqual(splitMarkdown("Hello"));
    expect(splitMarkdown(" ", listOf(ADA))).toEqual([]);
  });

  it("are no more than ten, each page once", () => {
    const pages = Array.from({ length: 15 }, (_, index) => page(index));
    const again = { ...page(0), title: "Again" };
    const [part] = splitMarkdown("Hello", listOf(page(0), again, ...pages));
    expect(part?.plain.match(/https:\S+/g)).toEqual(
      pages.slice(0, 10).map(({ url }) => url),
    );
  });

  it("stand in the last part while they fit, then in one of their own", () => {
    const list = listOf(ADA);
    const appendix = "\n\nSources\n1. Ada Lovelace\nhttps://example.org/ada";
    const room = 4096 - appendix.length;
    expect(splitMarkdown("x".repeat(room), list)).toHaveLength(1);
    const parts = splitMarkdown("x".repeat(room + 1), list);
    expect(parts.map(({ plain }) => plain)).toEqual([
      "x".repeat(room + 1),
      appendix.trim(),
    ]);
    const long = splitMarkdown("word ".repeat(1000), list);
    expect(long).toHaveLength(2);
    expect(long[0]?.formatted).not.toContain("blockquote");
    expect(long[1]?.plain).toMatch(/word\n\nSources\n1\. Ada/);
  });

  it("are as many as can be written out in one part", () => {
    const pages = [0, 1, 2, 3].map((index) => page(index, 2_000));
    const parts = splitMarkdown("Hello", listOf(...pages));
    expect(parts).toHaveLength(1);
    expect(parts[0]?.plain.match(/Page \d/g)).toEqual(["Page 0", "Page 1"]);
  });

  it("make messages that Telegram takes, whatever their titles say", () => {
    const source = fc.record({
      title: fc
        .string({ unit: "binary", minLength: 1, maxLength: 200 })
        .map((title) => `T${title.toWellFormed()}`),
      url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
    });
    fc.assert(
      fc.property(
        fc.array(source, { minLength: 1, maxLength: 12 }),
        fc.nat({ max: 5_000 }),
        (sources, length) => {
          const markdown = `**Hello** ${"word ".repeat(length / 5)}`;
          const parts = splitMarkdown(markdown, listOf(...sources));
          const readings = parts.map(({ formatted, plain }) => {
            expect(plain.length).toBeLessThanOrEqual(4096);
            return checkTelegramHtml(formatted);
          });
          const last = readings.at(-1);
          if (last?.kind !== "read") return expect.unreachable(last?.problem);
          expect(last.text.length).toBeLessThanOrEqual(4096);
          const urls = last.entities.flatMap(({ url }) => url ?? []);
          expect(urls.length).toBeGreaterThan(0);
          expect(sources.map(({ url }) => url)).toEqual(
            expect.arrayContaining(urls),
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});
