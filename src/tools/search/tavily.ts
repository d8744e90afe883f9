import { createProvider, toEndpoint } from "./fetch-json.ts";
import type { AnswerTable } from "./read-answer.ts";
import { answerFrom } from "./read-fields.ts";
import type {
  KeyedProviderOptions,
  SearchProvider,
} from "./search-provider.ts";

/**
 * Searches the web with Tavily:
 * https://docs.tavily.com/documentation/api-reference/endpoint/search
 */
export function createTavilyProvider({
  apiKey,
  baseUrl = "https://api.tavily.com",
}: KeyedProviderOptions): SearchProvider {
  return createProvider({
    name: "tavily",
    limits: { maxCharacters: 400 },
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
    secret: apiKey,
    errors: [
      [/^401/, "its key is not accepted"],
      [/^403/, "its account may not search"],
      // Limits of the plan (432) and of pay-as-you-go (433).
      [/^43[23]/, "its plan is used up"],
    ],
    answer: ANSWER,
  });
}

const ANSWER: AnswerTable = {
  isAnswer: ({ results }) => Array.isArray(results),
  blocks: [
    {
      at: "answer",
      unwrap: (answer) => ({ answer }),
      title: answerFrom("url"),
      text: "answer",
      needsText: true,
    },
    {
      at: "results",
      title: "title",
      text: "content",
      url: "url",
      date: "published_date",
    },
  ],
};
