import {
  PROVIDER_NAMES,
  readFixtures,
  type Fixture,
  type ProviderName,
} from "../../bench/search/fixture.ts";
import type { SearchFate, SearchRequest } from "../stubs/search-server.ts";
import { SEARCH_INDEX, SEARCH_KEY } from "../stubs/search-services.ts";

/** Outcomes of a search; a query of that name produces it. */
export const SITUATIONS = [
  "found",
  "nothing",
  "refused",
  "limited",
  "garbled",
  "broken",
  "late",
] as const;

export type Situation = (typeof SITUATIONS)[number];

interface Setting {
  /** Variables that select the provider. */
  readonly variables: (url: string) => Readonly<Record<string, string>>;
  /** Fixtures of results, no results, and denied access. */
  readonly found: string;
  readonly nothing: string;
  readonly refused: string;
  readonly limited: string;
}

export const SETTINGS: Readonly<Record<ProviderName, Setting>> = {
  wikipedia: {
    variables: (url) => ({ WIKIPEDIA_BASE_URL: url }),
    found: "wikipedia-two-lighthouses.json",
    nothing: "wikipedia-nothing-found.json",
    // It has no keys, but rejects clients by user agent.
    refused: "wikipedia-refused.txt",
    limited: "wikipedia-error-ratelimited.json",
  },
  serpapi: {
    variables: (url) => ({
      SERPAPI_BASE_URL: url,
      SERPAPI_API_KEY: SEARCH_KEY,
    }),
    found: "serpapi-organic.json",
    nothing: "serpapi-nothing.json",
    refused: "serpapi-wrong-key.json",
    limited: "serpapi-rate-limited.json",
  },
  tavily: {
    variables: (url) => ({ TAVILY_BASE_URL: url, TAVILY_API_KEY: SEARCH_KEY }),
    found: "tavily-results.json",
    nothing: "tavily-nothing.json",
    refused: "tavily-wrong-key.json",
    limited: "tavily-rate-limited.json",
  },
  brave: {
    variables: (url) => ({ BRAVE_BASE_URL: url, BRAVE_API_KEY: SEARCH_KEY }),
    found: "brave-results.json",
    nothing: "brave-nothing.json",
    refused: "brave-wrong-key.json",
    limited: "brave-rate-limited.json",
  },
  searxng: {
    variables: (url) => ({
      SEARXNG_BASE_URL: url.replace("//", `//reader:${SEARCH_KEY}@`),
    }),
    found: "searxng-results.json",
    nothing: "searxng-nothing.json",
    refused: "searxng-unauthorized.html",
    limited: "searxng-rate-limited.txt",
  },
  elasticsearch: {
    variables: (url) => ({
      ELASTICSEARCH_BASE_URL: url,
      ELASTICSEARCH_INDEX: SEARCH_INDEX,
      ELASTICSEARCH_API_KEY: SEARCH_KEY,
    }),
    found: "elasticsearch-hits.json",
    nothing: "elasticsearch-nothing.json",
    refused: "opensearch-unauthorized.txt",
    limited: "elasticsearch-busy.json",
  },
};

const fixtures = readFixtures("test/fixtures/search");

/**
 * The provider's fixture for a situation; `undefined` if it has no complete
 * response.
 */
export function findFixture(
  provider: ProviderName,
  situation: Situation,
): Fixture | undefined {
  if (situation === "broken" || situation === "late") return undefined;
  const file =
    situation === "garbled" ? "truncated.txt" : SETTINGS[provider][situation];
  return fixtures.find(
    (fixture) => fixture.file === file && fixture.provider === provider,
  );
}

/**
 * Serves all providers: the path starts with the provider's name, and the query
 * names the situation.
 */
export function serveSituation(request: SearchRequest): SearchFate {
  const { path, parameters, body } = request;
  const sent = JSON.stringify([...parameters.values(), body]);
  const situation = SITUATIONS.find((name) => sent.includes(name));
  const provider = PROVIDER_NAMES.find((name) => path.startsWith(`/${name}/`));
  if (situation === "late") return "hang";
  if (situation === "broken") return "break-off";
  if (situation === undefined || provider === undefined)
    return { status: 404, body: "Not found." };
  if (provider !== "wikipedia" && !holdsKey(request))
    return { status: 500, body: "The test sent no key." };
  return findFixture(provider, situation) ?? { status: 404, body: "" };
}

function holdsKey({ headers, parameters }: SearchRequest): boolean {
  const basic = Buffer.from(`reader:${SEARCH_KEY}`).toString("base64");
  const sent = JSON.stringify([headers, ...parameters.values()]);
  return [SEARCH_KEY, basic].some((key) => sent.includes(key));
}
