import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutQuery, sendRequest } from "../../../src/tools/search/fetch-json.ts";

const { signal } = new AbortController();

/** The requested URLs if the first response is a redirect. */
async function follow({
  from,
  to,
  status = 302,
  body,
}: {
  from: string;
  to: string | undefined;
  status?: number;
  body?: unknown;
}): Promise<readonly string[]> {
  const asked: string[] = [];
  const fetch = async (url: RequestInfo | URL) => {
    asked.push(url instanceof Request ? url.url : url.toString());
    const headers = to === undefined ? {} : { location: to };
    return asked.length === 1
      ? new Response(null, { status, headers })
      : new Response("{}");
  };
  await sendRequest({ url: new URL(from), body }, { fetch, signal });
  return asked;
}

describe("a redirect", () => {
  it.each([
    ["http://a.example/x", "https://a.example/x"],
    ["http://a.example:8080/x", "https://a.example/x"],
    ["https://a.example/x", "/y"],
  ])("from %s to %s is followed", async (from, to) => {
    expect(await follow({ from, to })).toEqual([from, new URL(to, from).href]);
  });

  it.each([
    ["https://a.example/x", "http://a.example/x"],
    ["https://a.example/x", "https://a.example:8443/x"],
    ["https://a.example/x", "https://b.example/x"],
    ["https://a.example/x", "https://a.example.evil.example/x"],
    ["https://a.example/x", "//b.example/x"],
    ["http://a.example/x", "https://b.example/x"],
    ["https://a.example/x", "https://"],
    ["https://a.example/x", "data:text/plain,{}"],
  ])("from %s to %s is rejected", async (from, to) => {
    await expect(follow({ from, to })).rejects.toThrow(
      "a redirect to another server",
    );
  });

  it.each([
    [301, 1],
    [302, 1],
    [303, 1],
    [307, 2],
    [308, 2],
  ])("of a POST with status %i leads to %i requests", async (status, count) => {
    const from = "https://a.example/x";
    const asked = await follow({ from, to: "/y", status, body: {} });
    expect(asked).toHaveLength(count);
  });

  it("with status 304 or no location counts as an ordinary response", async () => {
    const from = "https://a.example/x";
    expect(await follow({ from, to: undefined })).toEqual([from]);
    expect(await follow({ from, to: "/y", status: 304 })).toEqual([from]);
  });
});

describe("a query", () => {
  it.each([
    ["  Ada \n\t Eve ", "Ada Eve"],
    ["Ada\u{0}\u{1F}Eve", "Ada Eve"],
    ["Ada Lovelace", "Ada Lovela"],
    ["one two three four", "one two"],
    ["😀".repeat(12), "😀".repeat(10)],
    ["123456789 x", "123456789"],
    ["\u{D800}x", "\u{FFFD}x"],
    [" \u{7} ", ""],
  ])("is cut to a provider's limits: %j → %j", (query, cut) => {
    expect(cutQuery(query, { maxCharacters: 10, maxWords: 2 })).toBe(cut);
  });

  it("is always bounded and well-formed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (query) => {
        const cut = cutQuery(query, { maxCharacters: 50, maxWords: 5 });
        expect(Array.from(cut).length).toBeLessThanOrEqual(50);
        expect(cut.split(" ").length).toBeLessThanOrEqual(5);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut).not.toMatch(/^\s|\s\s|\s$|\p{Cc}/u);
      }),
    );
  });
});
