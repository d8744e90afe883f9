import * as z from "zod";
import { createJsonProvider, cutQuery, toEndpoint } from "./fetch-json.ts";
import {
  describeFields,
  looseFields,
  looseList,
  looseObject,
  looseText,
  parseBody,
  toAnswer,
  toText,
  type Fields,
} from "./read-fields.ts";
import {
  SearchFailure,
  type KeyedProviderOptions,
  type SearchAnswer,
  type SearchProvider,
  type SearchResult,
} from "./search-provider.ts";
import { readBlocks, serpapiBlocks } from "./serpapi-blocks.ts";

/** Google finds nothing for much longer queries. */
const MAX_CHARACTERS = 400;

/**
 * Searches Google with SerpApi: https://serpapi.com/search-api. The key is part
 * of the URL.
 */
export function createSerpapiProvider({
  apiKey,
  baseUrl = "https://serpapi.com",
  fetch,
}: KeyedProviderOptions): SearchProvider {
  const own = { engine: "google", api_key: apiKey };
  return createJsonProvider({
    name: "serpapi",
    toQuery: (query) => cutQuery(query, { maxCharacters: MAX_CHARACTERS }),
    request: (q) => ({
      url: toEndpoint(baseUrl, "/search.json", { q, ...own }),
    }),
    parse: parseSerpapiAnswer,
    secret: apiKey,
    explain,
    fetch,
  });
}

const errorBody = z.object({ error: z.string() });

/**
 * 429 means either too many requests this hour or an exhausted plan:
 * https://serpapi.com/api-status-and-error-codes
 */
function explain(status: number, body: unknown): string | undefined {
  if (status === 401) return "its key is not accepted";
  if (status === 403) return "its account may not search";
  const isUsedUp = /run out of searches/i.test(
    errorBody.safeParse(body).data?.error ?? "",
  );
  return status === 429 && isUsedUp ? "its searches are used up" : undefined;
}

const page = z.object({
  title: looseText,
  link: looseText,
  snippet: looseText,
  snippet_highlighted_words: looseList(z.string()),
  date: looseText,
});

const answerBody = z.object({
  error: looseText,
  search_information: looseObject({
    organic_results_state: looseText,
    spelling_fix: looseText,
  }),
  answer_box: looseFields,
  answer_box_list: looseList(z.record(z.string(), z.unknown())),
  knowledge_graph: looseFields,
  organic_results: looseList(page),
  ...serpapiBlocks,
});

/** Every answer has at least one of these fields. */
const ENVELOPE: readonly string[] = [
  "search_metadata",
  ...Object.keys(answerBody.shape),
];

const answer = z
  .record(z.string(), z.unknown())
  .refine((body) => ENVELOPE.some((name) => name in body))
  .pipe(answerBody);

/**
 * Lists answer box, knowledge graph and other direct answers, then pages.
 * "Nothing found" is an `error` with status 200:
 * https://serpapi.com/search-errors
 */
function parseSerpapiAnswer(source: unknown): SearchAnswer {
  const body = parseBody(answer, source);
  const { error, search_information: information } = body;
  const { above, below } = readBlocks(body);
  const results = [
    ...answerBoxToResults(body.answer_box_list[0] ?? body.answer_box),
    ...above,
    ...knowledgeGraphToResults(body.knowledge_graph),
    ...body.organic_results.map(toResult),
    ...below,
  ];
  const isEmpty =
    information?.organic_results_state === "Fully empty" ||
    /hasn't returned any results/i.test(error ?? "");
  if (results.length === 0 && error !== undefined && !isEmpty)
    throw new SearchFailure("it reported an error");
  return {
    results,
    // One per line.
    suggestions: information?.spelling_fix?.split("\n") ?? [],
  };
}

function toResult({
  title = "",
  link: url,
  snippet,
  snippet_highlighted_words: words,
  date,
}: z.output<typeof page>): SearchResult {
  return { title, text: snippet ?? words.join(", "), url, date };
}

/**
 * https://serpapi.com/direct-answer-box-api: a result, an answer, a page's
 * passage, or specific fields, e.g. of the weather.
 */
function answerBoxToResults(box: Fields = {}): SearchResult[] {
  const said = new Set([
    toText(box["result"]) || toText(box["answer"]),
    toText(box["snippet"]) || toText(box["snippet_highlighted_words"]),
    toText(box["list"]),
  ]);
  said.delete("");
  const text =
    [...said].join(" – ") || describeFields(box, { omit: ["title"] });
  if (text === "") return [];
  const url = toText(box["link"]);
  const title = toText(box["title"]);
  const found = toAnswer(text, url);
  // Without a page, the date belongs to the answer.
  const date = url === "" ? "" : toText(box["date"]);
  return [{ ...found, ...(title !== "" && { title }), date }];
}

/**
 * https://serpapi.com/knowledge-graph: a description, and facts in fields of
 * any name.
 */
function knowledgeGraphToResults(graph: Fields = {}): SearchResult[] {
  const title = toText(graph["title"]);
  const type = toText(graph["type"]);
  const description = toText(graph["description"]);
  const facts = describeFields(graph, { omit: ["title", "description"] });
  if (description === "" && facts === "") return [];
  const source = looseObject({ link: looseText }).parse(graph["source"]);
  return [
    {
      title: type === "" ? title : `${title} (${type})`,
      text: [description, facts].filter((part) => part !== "").join(" "),
      url: source?.link ?? toText(graph["website"]),
    },
  ];
}
