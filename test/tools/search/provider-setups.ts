import { createBraveProvider } from "../../../src/tools/search/brave.ts";
import { createElasticsearchProvider } from "../../../src/tools/search/elasticsearch.ts";
import type { SearchProvider } from "../../../src/tools/search/search-provider.ts";
import { createSearxngProvider } from "../../../src/tools/search/searxng.ts";
import { createSerpapiProvider } from "../../../src/tools/search/serpapi.ts";
import { createTavilyProvider } from "../../../src/tools/search/tavily.ts";
import { createWikipediaProvider } from "../../../src/tools/search/wikipedia.ts";
import { SEARCH_INDEX } from "../../stubs/search-services.ts";

export interface ProviderOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Every provider as a deployment creates it. SearXNG has no keys, but may require
 * a password.
 */
export const PROVIDERS = {
  wikipedia: (options) =>
    createWikipediaProvider({
      userAgent: "Parley-tests/1.0 (https://parley.example)",
      ...options,
    }),
  serpapi: createSerpapiProvider,
  tavily: createTavilyProvider,
  brave: createBraveProvider,
  searxng: ({ baseUrl, apiKey, ...options }) => {
    const url = new URL(baseUrl);
    url.username = "reader";
    url.password = apiKey;
    return createSearxngProvider({ baseUrl: url.href, ...options });
  },
  elasticsearch: (options) =>
    createElasticsearchProvider({ index: SEARCH_INDEX, size: 5, ...options }),
} as const satisfies Record<
  string,
  (options: ProviderOptions) => SearchProvider
>;

export type ProviderName = keyof typeof PROVIDERS;

/** The providers that send a key or a password. */
export const KEYED_PROVIDERS = [
  "serpapi",
  "tavily",
  "brave",
  "searxng",
  "elasticsearch",
] as const satisfies readonly ProviderName[];

export const PROVIDER_NAMES = ["wikipedia", ...KEYED_PROVIDERS] as const;
