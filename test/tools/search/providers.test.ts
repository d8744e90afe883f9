import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSearchTool } from "../../../src/tools/search/search-tool.ts";
import { SearchFailure } from "../../../src/tools/search/search-provider.ts";
import {
  type SearchReply,
  type SearchServer,
  startSearchServer,
} from "../../stubs/search-server.ts";
import { SEARCH_KEY, SEARCH_SERVICES } from "../../stubs/search-services.ts";
import { PROVIDERS } from "./provider-setups.ts";
import { observe } from "../observe.ts";

const { signal } = new AbortController();
const KEYED = [
  "serpapi",
  "tavily",
  "brave",
  "searxng",
  "elasticsearch",
] as const;

function fixture(name: string): string {
  return readFileSync(`test/fixtures/search/${name}`, "utf8");
}

describe.each(KEYED)("%s", (name) => {
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

  /** What the provider's failure is, whatever the server says next. */
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

  it("finds nothing where there is nothing", async () => {
    expect((await search("qzx")).results).toEqual([]);
  });

  it("does not ask for a query without any character that can be searched", async () => {
    expect((await search("\u{0}\u{1} \n")).results).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it("sends a query that is no longer than the provider takes", async () => {
    const query = `Ada ${"😀".repeat(500)} ${"word ".repeat(500)}`;
    const { results } = await search(query);
    expect(results[0]?.title).toContain("Ada Lovelace");
  });

  it("reads JSON that is sent as something else", async () => {
    server.replyNext((request) => ({
      ...SEARCH_SERVICES[name](request),
      headers: { "content-type": "text/html" },
    }));
    expect((await search("Ada")).results).not.toEqual([]);
  });

  it("says that its key is wrong, which no other query can fix", async () => {
    const failure = search("Ada", { apiKey: "key-of-somebody-else" });
    await expect(failure).rejects.toMatchObject({
      name: "SearchFailure",
      kind: "setup",
      message: expect.stringMatching(/^HTTP 4\d\d, its .+ not accepted$/),
    });
  });

  it("passes on how long the provider asks to wait", async () => {
    const status = 429;
    expect(
      await failAt({ status, headers: { "retry-after": "90" }, body: "" }),
    ).toMatchObject({ message: "HTTP 429", retryAfterMs: 90_000 });
    expect(await failAt({ status, body: "Too Many Requests" })).toMatchObject({
      message: "HTTP 429",
      retryAfterMs: undefined,
    });
  });

  it.each([
    ["a refused query", { status: 400, body: "{}" }, "HTTP 400", "query"],
    [
      "a gateway's page",
      { status: 502, body: fixture("gateway.html") },
      "HTTP 502",
      "passing",
    ],
    [
      "a page with status 200",
      { body: fixture("gateway.html") },
      "an unreadable answer",
      "passing",
    ],
    [
      "a text that ends too early",
      { body: fixture("truncated.txt") },
      "an unreadable answer",
      "passing",
    ],
    ["an empty text", { body: "" }, "an unreadable answer", "passing"],
    ["a list", { body: [] }, "an unreadable answer", "passing"],
    ["null", { body: "null" }, "an unreadable answer", "passing"],
    [
      "an object of another kind",
      { body: { lighthouses: [1] } },
      "an unreadable answer",
      "passing",
    ],
    [
      "an endless answer",
      { body: `"${"x".repeat(1_100_000)}"` },
      "an answer of more than 1 MB",
      "passing",
    ],
    [
      "an endless error",
      { status: 500, body: "x".repeat(1_100_000) },
      "HTTP 500",
      "passing",
    ],
  ])("fails in few words at %s", async (_, reply, message, kind) => {
    expect(await failAt(reply)).toMatchObject({ message, kind });
  });

  it("reads an answer of nearly 1 MB", async () => {
    server.replyNext((request) => {
      const { body } = SEARCH_SERVICES[name](request);
      return { body: { ...Object(body), padding: "x".repeat(990_000) } };
    });
    expect((await search("Ada")).results).not.toEqual([]);
  });

  it("fails when the connection breaks off, and when nobody listens", async () => {
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

  it("stops waiting at the signal, and at the end of its time", async () => {
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

  it("follows a redirect of its server, with everything that it sent", async () => {
    server.replyNext(({ path, parameters }) => ({
      status: 307,
      headers: { location: `${path}?${parameters.toString()}&moved=1` },
      body: "",
    }));
    expect((await search("Ada")).results).not.toEqual([]);
    const [first, second] = server.requests;
    expect(second?.parameters.get("moved")).toBe("1");
    expect(second?.headers).toEqual(first?.headers);
    expect(second?.body).toEqual(first?.body);
  });

  it("sends nothing to a server that it is redirected to", async () => {
    const other = await startSearchServer(SEARCH_SERVICES[name]);
    const failure = await failAt({
      status: 307,
      headers: { location: `${other.url}/search` },
      body: "",
    });
    expect(failure.message).toBe("a redirect to another server");
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it("does not go round in circles", async () => {
    const reply = { status: 308, headers: { location: "/again" }, body: "" };
    const failure = await failAt(...Array.from({ length: 9 }, () => reply));
    expect(failure.message).toBe("too many redirects");
    expect(server.requests).toHaveLength(4);
  });
});
