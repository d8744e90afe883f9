import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SearchFailure } from "../../../src/tools/search/search-provider.ts";
import { createSearchTool } from "../../../src/tools/search/search-tool.ts";
import {
  startSearchServer,
  type SearchReply,
  type SearchServer,
} from "../../stubs/search-server.ts";
import { SEARCH_KEY, SEARCH_SERVICES } from "../../stubs/search-services.ts";
import { observe } from "../observe.ts";
import { PROVIDER_NAMES, PROVIDERS } from "./provider-setups.ts";

const { signal } = new AbortController();

function fixture(name: string): string {
  return readFileSync(`test/fixtures/search/${name}`, "utf8");
}

describe.each(PROVIDER_NAMES)("%s", (name) => {
  let server: SearchServer;
  beforeEach(async () => {
    server = await startSearchServer(SEARCH_SERVICES[name]);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });

  function create({ baseUrl = server.url, apiKey = SEARCH_KEY } = {}) {
    return PROVIDERS[name]({ baseUrl, apiKey });
  }

  function search(query: string, options?: Parameters<typeof create>[0]) {
    return create(options).search(query, { signal });
  }

  /** The failure of a search to which the server replies like this. */
  async function failAt(...replies: SearchReply[]): Promise<SearchFailure> {
    for (const reply of replies) server.replyNext(reply);
    return search("Ada").then(
      () => expect.unreachable(),
      (error: unknown) => {
        if (error instanceof SearchFailure) return error;
        throw error;
      },
    );
  }

  it("finds pages in one request, best first", async () => {
    const { results } = await search("Ada Lovelace birthplace");
    expect(results[0]).toMatchObject({
      title: expect.stringContaining("Ada Lovelace"),
      text: expect.stringContaining("born in London"),
      url: "https://en.wikipedia.org/wiki/Ada_Lovelace",
    });
    expect(results[1]?.title).toContain("Charles Babbage");
    expect(server.requests).toHaveLength(1);
  });

  it("finds pages in Chinese below a base URL with slashes at its end", async () => {
    const { results } = await search("长城 长度", {
      baseUrl: `${server.url}//`,
    });
    expect(results[0]?.title).toContain("长城");
  });

  it("returns no results if nothing matches", async () => {
    expect((await search("qzx")).results).toEqual([]);
  });

  it("sends no request for a query without searchable characters", async () => {
    expect((await search("\u{0}\u{1} \n")).results).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it("cuts a query to the provider's limit", async () => {
    const query = `Ada ${"😀".repeat(500)} ${"word ".repeat(500)}`;
    const { results } = await search(query);
    expect(results[0]?.title).toContain("Ada Lovelace");
  });

  it("reads JSON with another content type", async () => {
    server.replyNext((request) => ({
      ...SEARCH_SERVICES[name](request),
      headers: { "content-type": "text/html" },
    }));
    expect((await search("Ada")).results).not.toEqual([]);
  });

  it("reports the provider's Retry-After", async () => {
    const status = 429;
    const headers = { "retry-after": "90" };
    expect(await failAt({ status, headers, body: "" })).toMatchObject({
      message: "HTTP 429",
      retryAfterMs: 90_000,
    });
  });

  it.each([
    ["a rejected query", { status: 400, body: "{}" }, "HTTP 400", "query"],
    [
      "a rate limit",
      { status: 429, body: "Too Many Requests" },
      "HTTP 429",
      "transient",
    ],
    [
      "a gateway's page",
      { status: 502, body: fixture("gateway.html") },
      "HTTP 502",
      "transient",
    ],
    [
      "a page with status 200",
      { body: fixture("gateway.html") },
      "an unreadable answer",
      "transient",
    ],
    [
      "truncated JSON",
      { body: fixture("truncated.txt") },
      "an unreadable answer",
      "transient",
    ],
    ["an empty body", { body: "" }, "an unreadable answer", "transient"],
    ["a list", { body: [] }, "an unreadable answer", "transient"],
    ["null", { body: "null" }, "an unreadable answer", "transient"],
    [
      "an object of another shape",
      { body: { lighthouses: [1] } },
      "an unreadable answer",
      "transient",
    ],
    [
      "a response of more than 1 MB",
      { body: `"${"x".repeat(1_100_000)}"` },
      "an answer of more than 1 MB",
      "transient",
    ],
    [
      "an error of more than 1 MB",
      { status: 500, body: "x".repeat(1_100_000) },
      "HTTP 500",
      "transient",
    ],
  ])("fails with a short reason on %s", async (_, reply, message, kind) => {
    expect(await failAt(reply)).toMatchObject({ message, kind });
  });

  it("reads an answer of nearly 1 MB", async () => {
    server.replyNext((request) => {
      const { body } = SEARCH_SERVICES[name](request);
      return { body: { ...Object(body), padding: "x".repeat(990_000) } };
    });
    expect((await search("Ada")).results).not.toEqual([]);
  });

  it("fails if the connection breaks or is refused", async () => {
    server.replyNext("break-off");
    await expect(search("Ada")).rejects.toEqual(
      new SearchFailure("it could not be reached"),
    );
    const closed = await startSearchServer(SEARCH_SERVICES[name]);
    await closed.close();
    await expect(search("Ada", { baseUrl: closed.url })).rejects.toEqual(
      new SearchFailure("it could not be reached"),
    );
  });

  it("stops waiting on an abort and at the timeout", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    server.replyNext("hang");
    const stop = new AbortController();
    const reason = new Error("Not wanted any more");
    const outcome = create().search("Ada", { signal: stop.signal });
    stop.abort(reason);
    await expect(outcome).rejects.toBe(reason);
    server.replyNext("hang");
    const tool = createSearchTool({
      providers: [create()],
      providerTimeoutMs: 20,
    });
    await expect(observe(tool, { query: "Ada" })).rejects.toThrow(
      `The search failed (${name}: no answer within 0.02 seconds).`,
    );
  });

  it.each([301, 307])("follows no redirect: HTTP %i", async (status) => {
    const other = await startSearchServer(SEARCH_SERVICES[name]);
    const headers = { location: `${other.url}/search` };
    expect(await failAt({ status, headers, body: "" })).toMatchObject({
      message: `HTTP ${status}, its address has changed`,
      kind: "setup",
    });
    expect(other.requests).toEqual([]);
    await other.close();
  });
});
