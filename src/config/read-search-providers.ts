import type { Environment } from "./environment.ts";

/** How each of the search providers is reached, in the order in which they are asked. */
export type SearchProviderConfig = ReturnType<
  typeof readSearchProviders
>[number];

/** The chosen providers. What they need is there: `findConflicts` has looked. */
export function readSearchProviders(values: Environment) {
  return values.SEARCH_PROVIDERS.map((name) => readProvider(name, values));
}

function readProvider(
  name: Environment["SEARCH_PROVIDERS"][number],
  values: Environment,
) {
  switch (name) {
    case "wikipedia":
      return {
        name,
        baseUrl: values.WIKIPEDIA_BASE_URL,
        defaultLanguage: values.WIKIPEDIA_LANGUAGE,
      };
    case "serpapi":
      return {
        name,
        apiKey: values.SERPAPI_API_KEY ?? "",
        baseUrl: values.SERPAPI_BASE_URL,
      };
    case "tavily":
      return {
        name,
        apiKey: values.TAVILY_API_KEY ?? "",
        baseUrl: values.TAVILY_BASE_URL,
      };
    case "brave":
      return {
        name,
        apiKey: values.BRAVE_API_KEY ?? "",
        baseUrl: values.BRAVE_BASE_URL,
      };
    case "searxng":
      return { name, baseUrl: values.SEARXNG_BASE_URL ?? "" };
    case "elasticsearch":
      return {
        name,
        baseUrl: values.ELASTICSEARCH_BASE_URL ?? "",
        index: values.ELASTICSEARCH_INDEX ?? "",
        fields: values.ELASTICSEARCH_FIELDS,
        size: values.ELASTICSEARCH_SIZE,
        apiKey: values.ELASTICSEARCH_API_KEY,
        username: values.ELASTICSEARCH_USERNAME,
        password: values.ELASTICSEARCH_PASSWORD,
      };
  }
}
