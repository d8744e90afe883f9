import { basicAuthorization, toBase64 } from "./basic-authorization.ts";
import { cutQuery } from "./cut-query.ts";
import { fetchJson } from "./fetch-json.ts";
import { readElasticsearchAnswer } from "./read-elasticsearch-answer.ts";
import type { SearchProvider } from "./search-provider.ts";
import { toEndpoint } from "./to-endpoint.ts";

export interface ElasticsearchOptions {
  /** Of a cluster of Elasticsearch or OpenSearch. May hold a user name and password. */
  baseUrl: string;
  /** A name, a pattern or several with commas. */
  index: string;
  /** Those that are searched and shown, with boosts: `title^2`. */
  fields?: readonly string[] | undefined;
  /** As it was shown when the key was made, or `id:key`. Goes before name and password. */
  apiKey?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  /** How many documents are asked for. */
  size?: number;
  fetch?: typeof globalThis.fetch;
}

/** Each word becomes a clause of the query, and clusters limit their number. */
const MAX_CHARACTERS = 400;

/**
 * Searches an index by a `multi_match` query, in which no words of a model can be commands:
 * https://www.elastic.co/docs/reference/query-languages/query-dsl/query-dsl-multi-match-query
 */
export function createElasticsearchProvider({
  baseUrl,
  index,
  fields = ["title", "content"],
  apiKey,
  username,
  password,
  size = 5,
  fetch = globalThis.fetch,
}: ElasticsearchOptions): SearchProvider {
  const headers = authorize({ apiKey, username, password });
  return {
    name: "elasticsearch",
    async search(query, { signal }) {
      const words = cutQuery(query, { maxCharacters: MAX_CHARACTERS });
      if (words === "") return { results: [] };
      const { body } = await fetchJson({
        url: toEndpoint(baseUrl, `/${encodeURIComponent(index)}/_search`),
        headers,
        body: { size, query: { multi_match: { query: words, fields } } },
        secret: apiKey ?? password,
        explain,
        fetch,
        signal,
      });
      return readElasticsearchAnswer(body, { fields });
    },
  };
}

function authorize({
  apiKey,
  username,
  password = "",
}: Pick<ElasticsearchOptions, "apiKey" | "username" | "password">): Record<
  string,
  string
> {
  if (apiKey !== undefined) {
    const encoded = apiKey.includes(":") ? toBase64(apiKey) : apiKey;
    return { authorization: `ApiKey ${encoded}` };
  }
  return username === undefined
    ? {}
    : { authorization: basicAuthorization({ username, password }) };
}

function explain(status: number): string | undefined {
  switch (status) {
    case 401:
      return "its key, or user name and password, are not accepted";
    case 403:
      return "its account may not search this index";
    case 404:
      return "there is no such index";
    default:
      return undefined;
  }
}
