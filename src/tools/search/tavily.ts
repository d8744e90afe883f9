import * as z from "zod";
import { createJsonProvider, cutQuery, toEndpoint } from "./fetch-json.ts";
import { listOf, looseText, parseBody, toAnswer } from "./read-fields.ts";
import type {
  KeyedProviderOptions,
  SearchAnswer,
  SearchProvider,
} from "./search-provider.ts";

/** Tavily rejects longer queries. */
const MAX_CHARACTERS = 400;

/**
 * Searches the web with Tavily:
 * https://docs.tavily.com/documentation/api-reference/endpoint/search
 */
export function createTavilyProvider({
  apiKey,
  baseUrl = "https://api.tavily.com",
  fetch,
}: KeyedProviderOptions): SearchProvider {
  return createJsonProvider({
    name: "tavily",
    toQuery: (query) => cutQuery(query, { maxCharacters: MAX_CHARACTERS }),
    request: (query) => ({
      url: toEndpoint(baseUrl, "/search"),
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        query,
        max_results: 5,
        search_depth: "basic",
        include_answer: true,
      },
    }),
    parse: parseTavilyAnswer,
    secret: apiKey,
    explain,
    fetch,
  });
}

function explain(status: number): string | undefined {
  if (status === 401) return "its key is not accepted";
  if (status === 403) return "its account may not search";
  // Limits of the plan (432) and of pay-as-you-go (433).
  return status === 432 || status === 433 ? "its plan is used up" : undefined;
}

const answerBody = z.object({
  answer: looseText,
  results: listOf(
    z.object({
      title: looseText,
      url: looseText,
      content: looseText,
      published_date: looseText,
    }),
  ),
});

function parseTavilyAnswer(body: unknown): SearchAnswer {
  const { answer, results } = parseBody(answerBody, body);
  return {
    results: [
      ...(answer === undefined ? [] : [toAnswer(answer)]),
      ...results.map(({ title = "", url, content = "", published_date }) => ({
        title,
        text: content,
        url,
        date: published_date,
      })),
    ],
  };
}
