import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundSources } from "../../src/agent/bound-sources.ts";
import { runs } from "../property-runs.ts";

const titled = (title: string) =>
  boundSources([{ title, url: "https://example.org/ada" }])[0]?.title;

const addressed = (url: string) =>
  boundSources([{ title: "Ada", url }])[0]?.url;

describe("boundSources", () => {
  it("keeps pages as they are", () => {
    const sources = [
      { title: "Ada Lovelace", url: "https://example.org/ada?a=1&b=2#life" },
      { title: "长城", url: "http://127.0.0.1:8080/%E9%95%BF" },
    ];
    expect(boundSources(sources)).toEqual(sources);
  });

  it.each([
    "",
    "ada",
    "/ada",
    "example.org/ada",
    "https://",
    "javascript:alert(1)",
    "data:text/html,hello",
    "file:///etc/passwd",
    "mailto:ada@example.org",
    `https://example.org/${"a".repeat(2_000)}`,
    `https://example.org/${"长".repeat(500)}`,
  ])("drops a source at %j", (url) => {
    expect(addressed(url)).toBeUndefined();
  });

  it.each([
    [" https://example.org/a b", "https://example.org/a%20b"],
    ["HTTPS://Example.ORG", "https://example.org/"],
    ["https://例え.example/", "https://xn--r8jz45g.example/"],
    ["https://wiki.example@evil.example/", "https://evil.example/"],
    ["https://ada:secret@example.org/", "https://example.org/"],
    ['https://example.org/"><b>', "https://example.org/%22%3E%3Cb%3E"],
  ])("writes the address %j as %j", (url, expected) => {
    expect(addressed(url)).toBe(expected);
  });

  it.each([
    ["  Ada\n\tLovelace\u0000\u0007 ", "Ada Lovelace"],
    ["half \uD83D a character", "half \uFFFD a character"],
    ["", "example.org"],
    [" \n ", "example.org"],
    ["\u200B\u2060", "example.org"],
  ])("writes the title %j as %j", (title, expected) => {
    expect(titled(title)).toBe(expected);
  });

  it("cuts a long title, and through no character", () => {
    expect(titled("a".repeat(300))).toBe("a".repeat(200));
    expect(titled(`a${"😀".repeat(150)}`)).toBe(`a${"😀".repeat(99)}`);
  });

  it("keeps at most twenty sources", () => {
    const sources = Array.from({ length: 30 }, (_, index) => ({
      title: `Page ${index}`,
      url: `https://example.org/${index}`,
    }));
    expect(boundSources(sources)).toEqual(sources.slice(0, 20));
  });

  it("returns only sources that any channel can show", () => {
    const text = fc.string({ unit: "binary", maxLength: 250 });
    const url = fc.oneof(
      text,
      text.map((path) => `https://example.org/${path}`),
    );
    fc.assert(
      fc.property(text, url, (name, place) => {
        const bounded = boundSources([{ title: name, url: place }]);
        for (const { title, url: address } of bounded) {
          expect(address).toMatch(/^https?:\/\/[!-~]+$/);
          expect(address.length).toBeLessThanOrEqual(2_000);
          expect(title).toMatch(/^[^\n\r]*[^\s\p{Cc}\p{Cf}][^\n\r]*$/u);
          expect(title.length).toBeLessThanOrEqual(200);
          expect(title.isWellFormed()).toBe(true);
        }
        expect(boundSources(bounded)).toEqual(bounded);
      }),
      { numRuns: runs(100) },
    );
  });
});
