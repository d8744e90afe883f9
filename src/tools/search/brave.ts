import * as z from "zod";
import { stripMarkup } from "../plain-text.ts";
import { createJsonProvider, cutQuery, toEndpoint } from "./fetch-json.ts";
import {
  listOf,
  looseList,
  looseObject,
  looseText,
  parseBody,
} from "./read-fields.ts";
import type {
  KeyedProviderOptions,
  SearchAnswer,
  SearchProvider,
  SearchResult,
} from "./search-provider.ts";

/** Brave rejects longer queries. */
const QUERY_LIMITS = { maxCharacters: 400, maxWords: 50 };

/**
 * Searches the web with Brave:
 * https://api-dashboard.search.brave.com/api-reference/web/search/get
 */
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

/** A wrong key and a wrong query have the same status, but different codes. */
function explain(status: number, body: unknown): string | undefined {
  const code = errorBody.safeParse(body).data?.error.code ?? "";
  if (status === 401 || /TOKEN/.test(code)) return "its key is not accepted";
  if (status === 403) return "its account may not search";
  return status === 402 || /QUOTA/.test(code)
    ? "its plan is used up"
    : undefined;
}

/** An entry of any block. */
const entry = z.object({
  title: looseText,
  url: looseText,
  description: looseText,
  long_desc: looseText,
  extra_snippets: looseList(z.string()),
  page_age: looseText,
  /** Human-readable, e.g. `2 days ago`. */
  age: looseText,
  /** Set in `faq`. */
  question: looseText,
  answer: looseText,
  /** Set in `infobox`: names and values. */
  attributes: looseList(z.array(z.string())),
  /** Set in `locations`. */
  postal_address: looseObject({ displayAddress: looseText }),
});

const block = looseObject({
  results: z
    .union([listOf(entry), entry.transform((only) => [only])])
    .catch([]),
});

/**
 * In the order of the results:
 * https://api-dashboard.search.brave.com/documentation/services/web-search
 */
const BLOCKS = [
  "infobox",
  "web",
  "faq",
  "news",
  "discussions",
  "locations",
  "videos",
] as const;

const answerBody = z.object({
  type: z.literal("search"),
  query: looseObject({ altered: looseText }),
  // A block without results is missing.
  infobox: block,
  web: block,
  faq: block,
  news: block,
  discussions: block,
  locations: block,
  videos: block,
});

function parseBraveAnswer(body: unknown): SearchAnswer {
  const answer = parseBody(answerBody, body);
  const { altered } = answer.query ?? {};
  return {
    results: BLOCKS.flatMap((name) => answer[name]?.results ?? []).map(
      toResult,
    ),
    suggestions: altered === undefined ? [] : [altered],
  };
}

/**
 * Brave's texts are HTML, with matches in `<strong>`:
 * https://api-dashboard.search.brave.com/api-reference/web/search/get
 * (`text_decorations`).
 */
function toResult({
  title = "",
  url,
  description = "",
  long_desc,
  extra_snippets,
  page_age,
  age,
  question = title,
  answer,
  attributes,
  postal_address,
}: z.output<typeof entry>): SearchResult {
  const facts = attributes.map((pair) => pair.join(": "));
  return {
    title: stripMarkup(question),
    text: [
      answer ?? long_desc ?? description,
      ...extra_snippets,
      postal_address?.displayAddress ?? "",
      facts.join("; "),
    ]
      .map(stripMarkup)
      .filter((part) => part !== "")
      .join(" "),
    url,
    date: page_age ?? age,
  };
}
