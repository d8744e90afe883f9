import * as z from "zod";
import {
  headerText,
  httpUrl,
  list,
  listOf,
  text,
  wholeNumber,
} from "../../settings/fields.ts";
import { setting, type ValuesOf } from "../../settings/setting.ts";
import type { ConfigurationProblem } from "../../types/errors.ts";
import type { SearchProvider } from "./search-provider.ts";

const PROVIDER_NAMES = [
  "wikipedia",
  "serpapi",
  "tavily",
  "brave",
  "searxng",
  "elasticsearch",
] as const;

type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Field names, with an optional boost after `^`: `title^2`. */
function boostedFields() {
  return list().refine(
    (fields) =>
      fields.length > 0 &&
      fields.every((field) => /^[^\s^]+(?:\^\d+(?:\.\d+)?)?$/.test(field)),
    "must be a list of fields like title^2,text, with a number after ^",
  );
}

export const SEARCH_SETTINGS = {
  SEARCH_PROVIDERS: setting(() => listOf(PROVIDER_NAMES), ["wikipedia"]),
  WIKIPEDIA_BASE_URL: setting(httpUrl, "https://{language}.wikipedia.org"),
  WIKIPEDIA_LANGUAGE: setting(() =>
    text().regex(
      /^[a-z-]{2,20}$/,
      "must be the code of an edition, like en or zh",
    ),
  ),
  SERPAPI_API_KEY: setting(headerText),
  SERPAPI_BASE_URL: setting(httpUrl),
  TAVILY_API_KEY: setting(headerText),
  TAVILY_BASE_URL: setting(httpUrl),
  BRAVE_API_KEY: setting(headerText),
  BRAVE_BASE_URL: setting(httpUrl),
  SEARXNG_BASE_URL: setting(() => httpUrl({ mayHoldPassword: true })),
  ELASTICSEARCH_BASE_URL: setting(() => httpUrl({ mayHoldPassword: true })),
  ELASTICSEARCH_INDEX: setting(() =>
    text().regex(/^[^\s/?#]+$/, "is not the name of an index"),
  ),
  ELASTICSEARCH_FIELDS: setting(boostedFields),
  ELASTICSEARCH_SIZE: setting(() => wholeNumber({ min: 1, max: 20 }), 5),
  ELASTICSEARCH_API_KEY: setting(headerText),
  ELASTICSEARCH_USERNAME: setting(text),
  ELASTICSEARCH_PASSWORD: setting(() => z.string()),
};

type SearchSettings = ValuesOf<typeof SEARCH_SETTINGS>;

interface ProviderDefinition {
  readonly needs: readonly (keyof SearchSettings)[];
  /**
   * Imported by the first search: a deployment uses one or two of them, and
   * most messages search nothing.
   */
  load(settings: SearchSettings, userAgent: string): Promise<SearchProvider>;
}

const PROVIDERS: Readonly<Record<ProviderName, ProviderDefinition>> = {
  wikipedia: {
    needs: [],
    load: async (settings, userAgent) =>
      (await import("./wikipedia.ts")).createWikipediaProvider({
        baseUrl: settings.WIKIPEDIA_BASE_URL,
        defaultLanguage: settings.WIKIPEDIA_LANGUAGE,
        userAgent,
      }),
  },
  serpapi: {
    needs: ["SERPAPI_API_KEY"],
    load: async ({ SERPAPI_API_KEY: apiKey = "", SERPAPI_BASE_URL: baseUrl }) =>
      (await import("./serpapi.ts")).createSerpapiProvider({ apiKey, baseUrl }),
  },
  tavily: {
    needs: ["TAVILY_API_KEY"],
    load: async ({ TAVILY_API_KEY: apiKey = "", TAVILY_BASE_URL: baseUrl }) =>
      (await import("./tavily.ts")).createTavilyProvider({ apiKey, baseUrl }),
  },
  brave: {
    needs: ["BRAVE_API_KEY"],
    load: async ({ BRAVE_API_KEY: apiKey = "", BRAVE_BASE_URL: baseUrl }) =>
      (await import("./brave.ts")).createBraveProvider({ apiKey, baseUrl }),
  },
  searxng: {
    needs: ["SEARXNG_BASE_URL"],
    load: async ({ SEARXNG_BASE_URL: baseUrl = "" }) =>
      (await import("./searxng.ts")).createSearxngProvider({ baseUrl }),
  },
  elasticsearch: {
    needs: ["ELASTICSEARCH_BASE_URL", "ELASTICSEARCH_INDEX"],
    load: async (settings) =>
      (await import("./elasticsearch.ts")).createElasticsearchProvider({
        baseUrl: settings.ELASTICSEARCH_BASE_URL ?? "",
        index: settings.ELASTICSEARCH_INDEX ?? "",
        fields: settings.ELASTICSEARCH_FIELDS,
        size: settings.ELASTICSEARCH_SIZE,
        apiKey: settings.ELASTICSEARCH_API_KEY,
        username: settings.ELASTICSEARCH_USERNAME,
        password: settings.ELASTICSEARCH_PASSWORD,
      }),
  },
};

/** The chosen providers, in the order in which the search tries them. */
export function createSearchProviders(
  settings: SearchSettings,
  { userAgent }: { userAgent: string },
): readonly SearchProvider[] {
  return settings.SEARCH_PROVIDERS.map((name) => {
    let loaded: SearchProvider | undefined;
    return {
      name,
      async search(query, options) {
        loaded ??= await PROVIDERS[name].load(settings, userAgent);
        return loaded.search(query, options);
      },
    };
  });
}

/**
 * Finds missing variables of the chosen providers, and Elasticsearch's user
 * name without password or vice versa.
 */
export function findMissingSearchSettings(
  set: ReadonlyMap<string, string>,
): ConfigurationProblem[] {
  const isProvider = (name: string): name is ProviderName =>
    Object.hasOwn(PROVIDERS, name);
  const providers = (set.get("SEARCH_PROVIDERS") ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(isProvider);
  const ofProviders = providers.flatMap((name) =>
    PROVIDERS[name].needs.map((variable) => ({
      variable,
      problem: `is missing; SEARCH_PROVIDERS names ${name}, which needs it`,
    })),
  );
  const ofLogin = [
    ["ELASTICSEARCH_USERNAME", "ELASTICSEARCH_PASSWORD"] as const,
    ["ELASTICSEARCH_PASSWORD", "ELASTICSEARCH_USERNAME"] as const,
  ]
    .filter(([given]) => set.has(given))
    .map(([given, variable]) => ({
      variable,
      problem: `is missing; ${given} needs it`,
    }));
  return [...ofLogin, ...ofProviders].filter(
    ({ variable }) => !set.has(variable),
  );
}
