import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFallbackSearch } from "../../../src/tools/search/search-tool.ts";
import {
  startSearchServer,
  type SearchServer,
} from "../../stubs/search-server.ts";
import { PROVIDERS, type ProviderName } from "./provider-setups.ts";

let server: SearchServer;
beforeEach(async () => {
  server = await startSearchServer(() => ({ status: 599, body: "" }));
});
afterEach(() => server.close());

/** What the model reads if the provider responds with this body. */
async function observe(name: ProviderName, body: object): Promise<string> {
  server.replyNext({ body });
  const provider = PROVIDERS[name]({ baseUrl: server.url, apiKey: "key" });
  const search = createFallbackSearch({ providers: [provider] });
  const { signal } = new AbortController();
  return (await search("bell", { signal, timeoutMs: 20_000 })).text;
}

const title = "std::vector<int>";
const text = "List<String> x; if a<b then x>y; R&amp;D <b>";
const url = "https://example.org/";

describe("a text that a service does not document as HTML", () => {
  it.each<[ProviderName, string, object]>([
    ["tavily", "results", { results: [{ title, content: text, url }] }],
    ["searxng", "results", { results: [{ title, content: text, url }] }],
    [
      "searxng",
      "infoboxes",
      { results: [], infoboxes: [{ infobox: title, content: text, id: url }] },
    ],
    [
      "serpapi",
      "organic results",
      { organic_results: [{ title, snippet: text, link: url }] },
    ],
    [
      "serpapi",
      "stories",
      { top_stories: [{ title, snippet: text, link: url }] },
    ],
    [
      "elasticsearch",
      "documents",
      { hits: { hits: [{ _source: { title, content: text, url } }] } },
    ],
    [
      "wikipedia",
      "extracts",
      { query: { pages: [{ title, extract: text, fullurl: url }] } },
    ],
    [
      "wikipedia",
      "descriptions",
      { pages: [{ title, description: text, fullurl: url }] },
    ],
  ])("stays whole in %s's %s", async (name, _, body) => {
    expect(await observe(name, body)).toBe(`1. ${title}\n${text}\n${url}`);
  });

  it("stays whole in direct answers and suggestions", async () => {
    expect(await observe("tavily", { answer: text, results: [] })).toBe(
      `1. Answer\n${text}`,
    );
    expect(
      await observe("searxng", { results: [], suggestions: [title] }),
    ).toContain(`such as "${title}"`);
  });
});

describe("a text that a service documents as HTML", () => {
  /** HTML with a match. */
  const mark = (start: string, end: string) =>
    `if a&lt;b a ${start}great${end} bell &amp; &#x27;more&#x27;`;
  const read = "if a<b a great bell & 'more'";

  it("is read as such in Brave's results", async () => {
    const html = mark("<strong>", "</strong>");
    const page = { title: html, description: html, extra_snippets: [html] };
    const body = { type: "search", web: { results: [{ ...page, url }] } };
    expect(await observe("brave", body)).toBe(
      `1. ${read}\n${read} ${read}\n${url}`,
    );
  });

  it.each(["snippet", "excerpt"])(
    "is read as such in Wikipedia's %s",
    async (name) => {
      const html = mark('<span class="searchmatch">', "</span>");
      const body = { pages: [{ title, [name]: html, fullurl: url }] };
      expect(await observe("wikipedia", body)).toBe(
        `1. ${title}\n${read}\n${url}`,
      );
    },
  );

  it("loses only its marks in Elasticsearch's highlights", async () => {
    const hit = {
      _source: { title, content: "x", url },
      highlight: { content: ["if a<b a <em>great</em> bell &amp; more"] },
    };
    expect(await observe("elasticsearch", { hits: { hits: [hit] } })).toBe(
      `1. ${title}\nif a<b a great bell &amp; more\n${url}`,
    );
  });
});
