import type { SearchProviderConfig } from "../config/read-search-providers.ts";
import { createBraveProvider } from "../tools/search/brave.ts";
import { createElasticsearchProvider } from "../tools/search/elasticsearch.ts";
import type { SearchProvider } from "../tools/search/search-provider.ts";
import { createSearxngProvider } from "../tools/search/searxng.ts";
import { createSerpapiProvider } from "../tools/search/serpapi.ts";
import { createTavilyProvider } from "../tools/search/tavily.ts";
import { createWikipediaProvider } from "../tools/search/wikipedia.ts";
import { USER_AGENT } from "./user-agent.ts";

export function createSearchProvider(
  options: SearchProviderConfig,
): SearchProvider {
  switch (options.name) {
    case "wikipedia":
      return createWikipediaProvider({ ...options, userAgent: USER_AGENT });
    case "serpapi":
      return createSerpapiProvider(options);
    case "tavily":
      return createTavilyProvider(options);
    case "brave":
      return createBraveProvider(options);
    case "searxng":
      return createSearxngProvider(options);
    case "elasticsearch":
      return createElasticsearchProvider(options);
  }
}
