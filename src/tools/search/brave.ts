import { createProvider, toEndpoint } from "./fetch-json.ts";
import type { AnswerTable } from "./read-answer.ts";
import { each, first, html, join, list, pair } from "./read-fields.ts";
import type {
  KeyedProviderOptions,
  SearchProvider,
} from "./search-provider.ts";

/**
 * Searches the web with Brave:
 * https://api-dashboard.search.brave.com/api-reference/web/search/get
 */
export function createBraveProvider({
  apiKey,
  baseUrl = "https://api.search.brave.com",
}: KeyedProviderOptions): SearchProvider {
  return createProvider({
    name: "brave",
    limits: { maxCharacters: 400, maxWords: 50 },
    request: (q) => ({
      url: toEndpoint(baseUrl, "/res/v1/web/search", { q, count: "5" }),
      headers: { "x-subscription-token": apiKey },
    }),
    secret: apiKey,
    errors: [
      // A wrong key and a wrong query have the same status.
      [/^401|TOKEN/, "its key is not accepted"],
      [/^403/, "its account may not search"],
      [/^402|QUOTA/, "its plan is used up"],
    ],
    answer: ANSWER,
  });
}

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
];

/**
 * Texts are HTML, with matches in `<strong>`:
 * https://api-dashboard.search.brave.com/api-reference/web/search/get
 * (`text_decorations`).
 */
const ANSWER: AnswerTable = {
  isAnswer: ({ type }) => type === "search",
  blocks: BLOCKS.map((name) => ({
    at: `${name}.results`,
    title: html(first("question", "title")),
    text: join(
      " ",
      html(first("answer", "long_desc", "description")),
      html(list("extra_snippets", " ")),
      html("postal_address.displayAddress"),
      html(each("attributes", pair("0", "1"))),
    ),
    url: "url",
    // The age is human-readable, e.g. `2 days ago`.
    date: first("page_age", "age"),
  })),
  suggestions: ["query.altered"],
};
