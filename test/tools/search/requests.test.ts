import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "../../../src/settings/setting.ts";
import {
  createElasticsearchProvider,
  type ElasticsearchOptions,
} from "../../../src/tools/search/elasticsearch.ts";
import {
  createSearchProviders,
  SEARCH_SETTINGS,
} from "../../../src/tools/search/search-settings.ts";
import {
  startSearchServer,
  type SearchRequest,
  type SearchServer,
} from "../../stubs/search-server.ts";
import {
  SEARCH_INDEX,
  SEARCH_KEY,
  SEARCH_SERVICES,
} from "../../stubs/search-services.ts";
import { PROVIDERS, type ProviderName } from "./provider-setups.ts";

const { signal } = new AbortController();

let server: SearchServer;
beforeEach(async () => {
  server = await startSearchServer(() => ({ body: {} }));
});
afterEach(() => server.close());

/** What the provider sends to search for a query. */
async function record(
  name: ProviderName,
  query: string,
): Promise<SearchRequest | undefined> {
  const provider = PROVIDERS[name]({ baseUrl: server.url, apiKey: SEARCH_KEY });
  await provider.search(query, { signal }).catch(() => undefined);
  return server.requests.at(-1);
}

describe("a search", () => {
  it("by SerpApi asks Google, with the key in the URL", async () => {
    const request = await record("serpapi", "a&b = c");
    expect(request).toMatchObject({ method: "GET", path: "/search.json" });
    expect(Object.fromEntries(request?.parameters ?? [])).toEqual({
      engine: "google",
      q: "a&b = c",
      api_key: SEARCH_KEY,
    });
  });

  it("by Tavily asks for five pages and an answer", async () => {
    const request = await record("tavily", "bell");
    expect(request).toMatchObject({
      method: "POST",
      path: "/search",
      headers: {
        authorization: `Bearer ${SEARCH_KEY}`,
        "content-type": "application/json",
      },
    });
    expect(request?.body).toEqual({
      query: "bell",
      max_results: 5,
      search_depth: "basic",
      include_answer: true,
    });
  });

  it("by Brave asks for five pages", async () => {
    const request = await record("brave", "bell");
    expect(request).toMatchObject({
      method: "GET",
      path: "/res/v1/web/search",
      headers: {
        accept: "application/json",
        "x-subscription-token": SEARCH_KEY,
      },
    });
    expect(Object.fromEntries(request?.parameters ?? [])).toEqual({
      q: "bell",
      count: "5",
    });
  });

  it("by SearXNG asks for JSON, with the credentials of the URL", async () => {
    const request = await record("searxng", "bell");
    expect(request).toMatchObject({ method: "GET", path: "/search" });
    expect(request?.headers.authorization).toBe(
      `Basic ${btoa(`reader:${SEARCH_KEY}`)}`,
    );
    expect(Object.fromEntries(request?.parameters ?? [])).toEqual({
      q: "bell",
      format: "json",
    });
  });

  it("by SearXNG strips commands from the query", async () => {
    const request = await record("searxng", "!!g !wp :fr <3 ?x what! a:b 1<2");
    expect(request?.parameters.get("q")).toBe("g wp fr 3 x what! a:b 1<2");
  });

  it.each<[ProviderName, (request: SearchRequest) => unknown, number]>([
    ["wikipedia", ({ parameters }) => parameters.get("gsrsearch"), 300],
    ["serpapi", ({ parameters }) => parameters.get("q"), 400],
    ["tavily", ({ body }) => Object(body).query, 400],
    ["brave", ({ parameters }) => parameters.get("q"), 400],
    ["searxng", ({ parameters }) => parameters.get("q"), 300],
    ["elasticsearch", ({ body }) => Object(body).query.multi_match.query, 400],
  ])(
    "by %s cuts a long query between characters",
    async (name, read, limit) => {
      const request = await record(name, "😀".repeat(600));
      expect(request && read(request)).toBe("😀".repeat(limit));
    },
  );

  it("by Brave sends at most fifty words", async () => {
    const request = await record("brave", "a ".repeat(80));
    expect(request?.parameters.get("q")?.split(" ")).toHaveLength(50);
  });
});

describe("a deployment's search", () => {
  const INDEX = {
    ELASTICSEARCH_INDEX: "pages",
    ELASTICSEARCH_FIELDS: "title^2,body",
    ELASTICSEARCH_SIZE: "7",
  };
  const LOGIN = { ELASTICSEARCH_USERNAME: "ada", ELASTICSEARCH_PASSWORD: "k" };
  const fields = ["title^2", "body"];
  const body = { size: 7, query: { multi_match: { query: "bell", fields } } };

  it.each<[ProviderName, Readonly<Record<string, string>>, object]>([
    [
      "wikipedia",
      { WIKIPEDIA_LANGUAGE: "de" },
      { path: "/de/w/api.php", headers: { "user-agent": "Tests/1" } },
    ],
    ["serpapi", { SERPAPI_API_KEY: "k" }, { parameters: { api_key: "k" } }],
    [
      "tavily",
      { TAVILY_API_KEY: "k" },
      { headers: { authorization: "Bearer k" } },
    ],
    [
      "brave",
      { BRAVE_API_KEY: "k" },
      { headers: { "x-subscription-token": "k" } },
    ],
    ["searxng", {}, { parameters: { q: "bell" } }],
    [
      "elasticsearch",
      { ...INDEX, ELASTICSEARCH_API_KEY: "k" },
      { body, headers: { authorization: "ApiKey k" } },
    ],
    [
      "elasticsearch",
      { ...INDEX, ...LOGIN },
      { body, headers: { authorization: "Basic YWRhOms=" } },
    ],
  ])("of %s follows %j", async (name, variables, expected) => {
    const { values } = readSettings(
      SEARCH_SETTINGS,
      new Map(
        Object.entries({
          ...variables,
          SEARCH_PROVIDERS: name,
          [`${name.toUpperCase()}_BASE_URL`]: `${server.url}/{language}`,
        }),
      ),
    );
    const [provider] = values
      ? createSearchProviders(values, { userAgent: "Tests/1" })
      : [];
    await provider?.search("bell", { signal }).catch(() => undefined);
    const [request] = server.requests;
    const parameters = Object.fromEntries(request?.parameters ?? []);
    expect({ ...request, parameters }).toMatchObject(expected);
  });
});

describe("a search of Elasticsearch or OpenSearch", () => {
  async function recordWith(options: Partial<ElasticsearchOptions>) {
    const provider = createElasticsearchProvider({
      baseUrl: server.url,
      index: SEARCH_INDEX,
      size: 5,
      ...options,
    });
    await provider.search("bell", { signal }).catch(() => undefined);
    return server.requests.at(-1);
  }

  it("queries titles and contents for five documents", async () => {
    const request = await recordWith({});
    expect(request).toMatchObject({
      method: "POST",
      path: "/summary_section/_search",
    });
    expect(request?.body).toEqual({
      size: 5,
      query: {
        multi_match: { query: "bell", fields: ["title", "content"] },
      },
    });
    expect(request?.headers.authorization).toBeUndefined();
  });

  it("accepts other fields, sizes and indices", async () => {
    const request = await recordWith({
      index: "docs-*,faq/x",
      fields: ["heading^3", "body"],
      size: 2,
    });
    expect(request?.path).toBe("/docs-*%2Cfaq%2Fx/_search");
    expect(request?.body).toMatchObject({
      size: 2,
      query: { multi_match: { fields: ["heading^3", "body"] } },
    });
  });

  it.each<[string, Partial<ElasticsearchOptions>, string]>([
    ["an encoded key", { apiKey: "aWQ6a2V5" }, "ApiKey aWQ6a2V5"],
    ["an id and a key", { apiKey: "id:key" }, "ApiKey aWQ6a2V5"],
    [
      "a non-ASCII password",
      { username: "reader", password: "pä密" },
      "Basic cmVhZGVyOnDDpOWvhg==",
    ],
    [
      "a key in preference to a password",
      { apiKey: "aWQ6a2V5", username: "reader", password: "secret" },
      "ApiKey aWQ6a2V5",
    ],
  ])("authenticates with %s", async (_, options, authorization) => {
    const request = await recordWith(options);
    expect(request?.headers.authorization).toBe(authorization);
  });

  it("authenticates with the credentials of the URL", async () => {
    const baseUrl = server.url.replace("//", "//reader:p%20%C3%A4@");
    const request = await recordWith({ baseUrl });
    expect(request?.headers.authorization).toBe("Basic cmVhZGVyOnAgw6Q=");
  });

  it.each<[readonly string[], object, string, string]>([
    [["heading^2", "body"], { heading: "H", body: "B", title: "T" }, "H", "B"],
    [["content"], { title: "T", content: "C", notes: "N" }, "T", "C"],
    [["title", "title.en", "text.en"], { title: "T", text: "X" }, "T", "X"],
    [["meta.title", "a.b"], { meta: { title: "T" }, "a.b": "X" }, "T", "X"],
    [["*"], { title: "T", a: "A", url: "u", b: 2, date: "d" }, "T", "A 2"],
    [["body_*"], { title: "T", body_1: "B", other: "O" }, "T", "B"],
    [["a", "b"], { a: "A", b: ["B", "C"] }, "", "A B C"],
  ])("shows a document's fields %j", async (fields, document, title, text) => {
    server.replyNext({ body: { hits: { hits: [{ _source: document }] } } });
    const provider = createElasticsearchProvider({
      baseUrl: server.url,
      index: SEARCH_INDEX,
      size: 5,
      fields,
    });
    const { results } = await provider.search("bell", { signal });
    expect(results).toMatchObject([{ title, text }]);
  });

  it("finds documents in the tutorial's index with its name and credentials alone", async () => {
    const cluster = await startSearchServer(SEARCH_SERVICES.elasticsearch);
    const provider = createElasticsearchProvider({
      baseUrl: cluster.url,
      index: "summary_section",
      size: 5,
      username: "reader",
      password: SEARCH_KEY,
    });
    const { results } = await provider.search("Great Wall", { signal });
    expect(results[0]?.title).toBe("Great Wall of China");
    await cluster.close();
  });
});
