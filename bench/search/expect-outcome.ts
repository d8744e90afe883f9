import * as z from "zod";
import type { Fixture, Outcome, ProviderName } from "./fixture.ts";

/**
 * Derives a fixture's outcome from status and body according to the provider's
 * documentation.
 */
export function expectOutcome(fixture: Fixture): Outcome {
  const { provider, status, outcome } = fixture;
  if (outcome !== undefined) return outcome;
  const body = status < 300 ? parseObject(fixture.body) : undefined;
  if (body === undefined) return "failed";
  const entries = ENTRIES[provider](body);
  if (entries === undefined) return "failed";
  return entries.some(isTelling) ? "found" : "empty";
}

type Body = Readonly<Record<string, unknown>>;

const SERPAPI_LISTS = [
  "answer_box_list",
  "sports_results",
  "events_results",
  "local_results",
  "jobs_results",
  "top_stories",
  "news_results",
  "questions_and_answers",
  "related_questions",
  "shopping_results",
  "top_sights",
  "popular_destinations",
  "organic_results",
];
const BRAVE_BLOCKS = [
  "infobox",
  "faq",
  "discussions",
  "locations",
  "news",
  "videos",
  "web",
];

/**
 * Lists a response's entries; `undefined` if it is not a valid response of the
 * provider.
 */
const ENTRIES: Readonly<
  Record<ProviderName, (body: Body) => readonly unknown[] | undefined>
> = {
  wikipedia: ({ error, batchcomplete, query, pages }) => {
    const { search, pages: ofQuery } = toObject(query);
    if (error !== undefined) return undefined;
    const isAnswer = [batchcomplete, query, pages].some(isThere);
    return isAnswer
      ? [...toList(search), ...toList(ofQuery), ...toList(pages)]
      : undefined;
  },
  serpapi: (body) => {
    if (!("search_metadata" in body)) return undefined;
    // Having no results is reported as an error, too.
    const isEmpty = /hasn't returned any results/.test(String(body["error"]));
    if (isThere(body["error"]) && !isEmpty) return undefined;
    return [
      body["answer_box"],
      body["knowledge_graph"],
      ...SERPAPI_LISTS.flatMap((name) => toList(body[name])),
    ];
  },
  tavily: ({ answer, results }) =>
    isThere(results) ? [answer, ...toList(results)] : undefined,
  brave: (body) =>
    body["type"] === "search"
      ? BRAVE_BLOCKS.flatMap((name) => toList(toObject(body[name])["results"]))
      : undefined,
  searxng: ({ results, answers, infoboxes }) =>
    isThere(results)
      ? [...toList(answers), ...toList(infoboxes), ...toList(results)]
      : undefined,
  elasticsearch: ({ hits }) => {
    const list = toObject(hits)["hits"];
    return isThere(list)
      ? toList(list).map((hit) => {
          const { _source, fields } = toObject(hit);
          return _source ?? fields;
        })
      : undefined;
  },
};

/** Missing pages and hits without a source contain no information. */
function isTelling(entry: unknown): boolean {
  return isThere(entry) && !("missing" in toObject(entry));
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function parseObject(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return z.record(z.string(), z.unknown()).safeParse(value).data;
  } catch {
    return undefined;
  }
}

function toObject(value: unknown): Body {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** MediaWiki's first format has objects keyed by id instead of lists. */
function toList(value: unknown): readonly unknown[] {
  return Object.values(toObject(value));
}
