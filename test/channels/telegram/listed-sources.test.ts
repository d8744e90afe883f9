import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toTelegramParts } from "../../../src/channels/telegram/to-telegram-parts.ts";
import type { ReplyPart } from "../../../src/types/reply.ts";
import type { Source, SourceList } from "../../../src/types/turn.ts";
import { runs } from "../../property-runs.ts";
import { readText, toHtml } from "../../stubs/telegram-text.ts";

function split(markdown: string, sources?: SourceList) {
  return toTelegramParts(markdown, { sources });
}

const ADA = { title: "Ada Lovelace", url: "https://example.org/ada" };

const listOf = (...sources: readonly Source[]): SourceList => ({
  label: "Sources",
  sources,
});

const page = (index: number, length = 30): Source => ({
  title: `Page ${index}`,
  url: `https://example.org/${index}/`.padEnd(length, "x"),
});

describe("the sources of a reply", () => {
  it("are a folded list of links", async () => {
    const babbage = {
      title: '<Charles> & "Babbage"',
      url: "https://example.org/?a=1&b='2'",
    };
    const parts = await split("Two **friends**.", listOf(ADA, babbage));
    expect(parts.map(toHtml)).toEqual([
      "Two <b>friends</b>.\n\n" +
        "<blockquote expandable><b>Sources</b>" +
        '\n1. <a href="https://example.org/ada">Ada Lovelace</a>' +
        '\n2. <a href="https://example.org/?a=1&amp;b=%272%27">&lt;Charles&gt; &amp; &quot;Babbage&quot;</a>' +
        "</blockquote>",
    ]);
  });

  it("do not merge with a quote at the reply's end", async () => {
    const parts = await split("> So she said.", listOf(ADA));
    expect(parts.map(toHtml)).toEqual([
      expect.stringMatching(
        /^<blockquote>So she said.<\/blockquote>\n\n<blockquote expandable>/,
      ),
    ]);
  });

  it("are omitted if there are none, or no reply", async () => {
    expect(await split("Hello", listOf())).toEqual(await split("Hello"));
    expect(await split(" ", listOf(ADA))).toEqual([]);
  });

  it("are at most ten, each page once", async () => {
    const pages = Array.from({ length: 15 }, (_, index) => page(index));
    const again = { ...page(0), title: "Again" };
    const parts = await split("Hello", listOf(page(0), again, ...pages));
    expect(urlsOf(parts)).toEqual(pages.slice(0, 10).map(({ url }) => url));
  });

  it("are in the last part if they fit, else in a separate one", async () => {
    const list = listOf(ADA);
    const appendix = "\n\nSources\n1. Ada Lovelace";
    const room = 4096 - appendix.length;
    expect(await split("x".repeat(room), list)).toHaveLength(1);
    const parts = await split("x".repeat(room + 1), list);
    expect(parts.map(({ text }) => text)).toEqual([
      "x".repeat(room + 1),
      appendix.trim(),
    ]);
    const long = await split("word ".repeat(1000), list);
    expect(long).toHaveLength(2);
    expect(long[0]).not.toHaveProperty("entities");
    expect(long[1]?.text).toMatch(/word\n\nSources\n1\. Ada/);
  });

  it("go on in another part where Telegram accepts no more addresses", async () => {
    const pages = [0, 1, 2, 3].map((index) => page(index, 2_000));
    const parts = await split("Hello", listOf(...pages));
    expect(parts).toHaveLength(2);
    expect(urlsOf(parts)).toEqual(pages.map(({ url }) => url));
  });

  it("name a page whose address Telegram would reject, without a link", async () => {
    const wrong = { title: "Wrong", url: "https://example.org:0/" };
    const parts = await split("Hello", listOf(wrong, ADA));
    expect(parts[0]?.text).toContain("1. Wrong\n2. Ada Lovelace");
    expect(urlsOf(parts)).toEqual([ADA.url]);
  });

  it("make valid messages, whatever their titles contain", async () => {
    const source = fc.record({
      title: fc
        .string({ unit: "binary", minLength: 1, maxLength: 200 })
        .map((title) => `T${title.toWellFormed()}`),
      url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(source, { minLength: 1, maxLength: 12 }),
        fc.nat({ max: 5_000 }),
        async (sources, length) => {
          const markdown = `**Hello** ${"word ".repeat(length / 5)}`;
          const parts = await split(markdown, listOf(...sources));
          for (const part of parts) readText(part, "too long");
          const urls = urlsOf(parts.slice(-1));
          expect(urls.length).toBeGreaterThan(0);
          expect(sources.map(({ url }) => new URL(url).href)).toEqual(
            expect.arrayContaining([...urls]),
          );
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

function urlsOf(parts: readonly ReplyPart[]): readonly string[] {
  const entities = parts.flatMap((part) => part.entities ?? []);
  return entities.flatMap((entity) => ("url" in entity ? entity.url : []));
}
