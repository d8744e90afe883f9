import { cutQuery } from "./cut-query.ts";
import { fetchJson } from "./fetch-json.ts";
import { readSearxngAnswer } from "./read-searxng-answer.ts";
import type { SearchProvider } from "./search-provider.ts";
import { toEndpoint } from "./to-endpoint.ts";

export interface SearxngOptions {
  /** Of an instance whose `search.formats` has `json`, which is not the default. May hold a user name and password. */
  baseUrl: string;
  fetch?: typeof globalThis.fetch;
}

/** The engines behind an instance take no longer ones. */
const MAX_CHARACTERS = 300;

/** Searches the web by a SearXNG instance: https://docs.searxng.org/dev/search_api.html */
export function createSearxngProvider({
  baseUrl,
  fetch = globalThis.fetch,
}: SearxngOptions): SearchProvider {
  return {
    name: "searxng",
    async search(query, { signal }) {
      const q = toSearxngQuery(query);
      if (q === "") return { results: [] };
      const { body } = await fetchJson({
        url: toEndpoint(baseUrl, "/search", { q, format: "json" }),
        explain,
        fetch,
        signal,
      });
      return readSearxngAnswer(body);
    },
  };
}

/**
 * Takes the signs out that begin a command: `!engine`, `!!elsewhere`, `:language`, `<timeout`. In the words of a model
 * they are accidents. https://docs.searxng.org/user/search-syntax.html
 */
function toSearxngQuery(query: string): string {
  return cutQuery(query.replaceAll(/(?<=^|\s)[!:<?]+/g, ""), {
    maxCharacters: MAX_CHARACTERS,
  });
}

function explain(status: number): string | undefined {
  if (status === 401) return "its user name and password are not accepted";
  return status === 403
    ? "its settings do not allow the format json (search.formats)"
    : undefined;
}
