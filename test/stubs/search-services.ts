import * as z from "zod";
import { findWikipediaPages } from "./find-wikipedia-pages.ts";
import type { SearchReply, SearchService } from "./search-server.ts";

/**
 * The accepted key, or the password of user `reader`. SearXNG needs none, but
 * rejects another one.
 */
export const SEARCH_KEY = "stub-key-of-the-search";

/** Index of the stub cluster. */
export const SEARCH_INDEX = "summary_section";

/**
 * Stubs of the providers: each implements as much of its format as a search
 * needs, checks key and limits as the provider does, and finds the pages of
 * `wikipedia-pages.ts`.
 */
export const SEARCH_SERVICES = {
  /** `/{language}/w/api.php` searches one edition, `/w/api.php` all pages. */
  wikipedia: ({ path, parameters, headers }) => {
    const route = /^(?:\/(?<language>[a-z-]+))?\/w\/api\.php$/.exec(path);
    if (route === null) return { status: 404, body: "<h1>No such page</h1>" };
    if (!/\(.+\)/.test(headers["user-agent"] ?? ""))
      return { status: 403, body: "Set a user-agent with contact data." };
    const query = parameters.get("gsrsearch") ?? "";
    if (query === "") return wikipediaError("missingparam");
    if (Array.from(query).length > 300)
      return wikipediaError("cirrussearch-query-too-long");
    const limit = Number(parameters.get("gsrlimit") ?? 10);
    const pages = find(query, route.groups?.["language"])
      .slice(0, limit)
      .map(({ id, title, url, text }, index) => ({
        pageid: id,
        title,
        index: index + 1,
        extract: text,
        fullurl: url,
      }));
    return {
      body: {
        batchcomplete: true,
        ...(pages.length > 0 && {
          // Sorted by page id, like the real API: `index` has the rank.
          query: {
            pages: pages.toSorted((one, two) => one.pageid - two.pageid),
          },
        }),
      },
    };
  },

  serpapi: ({ path, parameters }) => {
    if (path !== "/search.json") return { status: 404, body: "Not found." };
    if (parameters.get("api_key") !== SEARCH_KEY)
      return { status: 401, body: { error: "Invalid API key." } };
    const query = parameters.get("q") ?? "";
    if (query === "")
      return { status: 400, body: { error: "Missing query `q` parameter." } };
    const pages = find(query);
    return {
      body: {
        search_metadata: { id: "stub", status: "Success" },
        search_parameters: { engine: parameters.get("engine"), q: query },
        ...(pages.length === 0
          ? { error: "Google hasn't returned any results for this query." }
          : {
              organic_results: pages.map(({ title, url, text }, index) => ({
                position: index + 1,
                title,
                link: url,
                snippet: text,
              })),
            }),
      },
    };
  },

  tavily: ({ path, method, headers, body }) => {
    if (path !== "/search" || method !== "POST")
      return { status: 404, body: { detail: "Not Found" } };
    if (headers.authorization !== `Bearer ${SEARCH_KEY}`)
      return tavilyError(401, "Unauthorized: missing or invalid API key.");
    const parsed = z
      .looseObject({ query: z.string().min(1), max_results: z.number() })
      .safeParse(body);
    if (!parsed.success) return { status: 422, body: { detail: [] } };
    const { query, max_results } = parsed.data;
    if (Array.from(query).length > 400)
      return tavilyError(400, "Query is too long.");
    return {
      body: {
        query,
        answer: null,
        images: [],
        results: find(query)
          .slice(0, max_results)
          .map(({ title, url, text }) => ({
            title,
            url,
            content: text,
            score: 0.9,
            raw_content: null,
          })),
        response_time: 0.1,
      },
    };
  },

  brave: ({ path, parameters, headers }) => {
    if (path !== "/res/v1/web/search") return { status: 404, body: "" };
    if (headers["x-subscription-token"] !== SEARCH_KEY)
      return braveError("SUBSCRIPTION_TOKEN_INVALID");
    const query = parameters.get("q") ?? "";
    const isTooLong =
      Array.from(query).length > 400 || query.split(/\s+/).length > 50;
    if (query === "" || isTooLong) return braveError("VALIDATION");
    const pages = find(query);
    return {
      body: {
        type: "search",
        query: { original: query },
        ...(pages.length > 0 && {
          web: {
            type: "search",
            results: pages.map(({ title, url, text }) => ({
              title: `<strong>${title}</strong>`,
              url,
              description: text,
            })),
          },
        }),
      },
    };
  },

  searxng: ({ path, parameters, headers }) => {
    if (path !== "/search") return { status: 404, body: "<h1>Not found</h1>" };
    const { authorization } = headers;
    if (
      authorization !== undefined &&
      authorization !== basic("reader", SEARCH_KEY)
    )
      return { status: 401, body: "Unauthorized" };
    if (parameters.get("format") !== "json") return { body: "<html></html>" };
    const query = parameters.get("q") ?? "";
    if (query === "") return { status: 400, body: { error: "No query" } };
    return {
      body: {
        query,
        results: find(query).map(({ title, url, text }) => ({
          title,
          url,
          content: text,
          publishedDate: null,
        })),
        answers: [],
        corrections: [],
        infoboxes: [],
        suggestions: [],
        unresponsive_engines: [],
      },
    };
  },

  elasticsearch: ({ path, method, headers, body }) => {
    const known = [`ApiKey ${SEARCH_KEY}`, basic("reader", SEARCH_KEY)];
    if (!known.includes(headers.authorization ?? ""))
      return elasticsearchError(401, "security_exception");
    if (path !== `/${SEARCH_INDEX}/_search` || method !== "POST")
      return elasticsearchError(404, "index_not_found_exception");
    const parsed = z
      .strictObject({
        size: z.number(),
        query: z.strictObject({
          multi_match: z.strictObject({
            query: z.string(),
            fields: z.array(z.string()),
          }),
        }),
      })
      .safeParse(body);
    if (!parsed.success) return elasticsearchError(400, "parsing_exception");
    const { size, query } = parsed.data;
    const hits = find(query.multi_match.query)
      .slice(0, size)
      .map(({ id, title, url, text }) => ({
        _index: SEARCH_INDEX,
        _id: String(id),
        _score: 1,
        _source: { title, content: text, url },
      }));
    return {
      body: {
        took: 1,
        timed_out: false,
        _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
        hits: {
          total: { value: hits.length, relation: "eq" },
          max_score: hits.length === 0 ? null : 1,
          hits,
        },
      },
    };
  },
} as const satisfies Record<string, SearchService>;

/** HTTP Basic authentication (RFC 7617). */
function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

function find(query: string, edition?: string) {
  return findWikipediaPages(query, { language: edition }).map(
    ({ pageid, title, extract, language }) => ({
      id: pageid,
      title,
      text: extract,
      url: `https://${language}.wikipedia.org/wiki/${encodeURIComponent(title.replaceAll(" ", "_"))}`,
    }),
  );
}

/** The action API reports errors with status 200. */
function wikipediaError(code: string): SearchReply {
  return { body: { error: { code, info: "stub" }, servedby: "stub" } };
}

function tavilyError(status: number, error: string): SearchReply {
  return { status, body: { detail: { error } } };
}

/** Invalid keys and invalid queries get the same status. */
function braveError(code: string): SearchReply {
  return {
    status: 422,
    body: { type: "ErrorResponse", error: { status: 422, code }, time: 1 },
  };
}

function elasticsearchError(status: number, type: string): SearchReply {
  const error = { type, reason: "stub" };
  return { status, body: { error: { root_cause: [error], ...error }, status } };
}
