import { createJsonProvider, cutQuery, toEndpoint } from "./fetch-json.ts";
import { looseList, looseObject, looseText, parseBody } from "./read-fields.ts";
import type {
  KeyedProviderOptions,
  SearchAnswer,
  SearchProvider,
} from "./search-provider.ts";
import * as z from "zod";

/** Brave refuses longer queries. */
const QUERY_LIMITS = { maxCharacters: 400, maxWords: 50 };

/** Searches the web by Brave: https://api-dashboard.search.brave.com/api-reference/web/search/get */
export function createBraveProvider({
  apiKey,
  baseUrl = "https://api.search.brave.com",
  fetch,
}: KeyedProviderOptions): SearchProvider {
  return createJsonProvider({
    name: "brave",
    toQuery: (query) => cutQuery(query, QUERY_LIMITS),
    request: (q) => ({
      url: toEndpoint(baseUrl, "/res/v1/web/search", { q, count: "5" }),
      headers: { "x-subscription-token": apiKey },
    }),
    parse: parseBraveAnswer,
    secret: apiKey,
    explain,
    fetch,
  });
}

const errorBody = z.object({ error: z.object({ code: z.string() }) });

/** A wrong key has the status of a wrong query, and another code. */
function explain(status: number, body: unknown): string | undefined {
  const code = errorBody.safeParse(body).data?.error.code ?? "";
  if (status === 401 || /TOKEN/.test(code)) return "its key is not accepted";
  if (status === 403) return "its account may not search";
  return status === 402 || /QUOTA/.test(code)
    ? "its plan is used up"
    : undefined;
}

const page = z.object({
  title: looseText,
  url: looseText,
  description: looseText,
  extra_snippets: looseList(z.string()),
  page_age: looseText,
  /** For people: `2 days ago`. */
  age: looseText,
});

const answerBody = z.object({
  type: z.literal("search"),
  query: looseObject({ altered: looseText }),
  /** Missing where nothing was found. */
  web: looseObject({ results: looseList(page) }),
  news: looseObject({ results: looseList(page) }),
});

function parseBraveAnswer(body: unknown): SearchAnswer {
  const { query, web, news } = parseBody(answerBody, body);
  return {
    results: [...(web?.results ?? []), ...(news?.results ?? [])].map(
      ({
        title = "",
        url,
        description = "",
        extra_snippets,
        page_age,
        age,
      }) => ({
        title,
        text: [description, ...extra_snippets].join(" "),
        url,
        date: page_age ?? age,
      }),
    ),
    suggestions: query?.altered === undefined ? [] : [query.altered],
  };
}
