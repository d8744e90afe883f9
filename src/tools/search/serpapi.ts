import { isObject } from "../../text/json.ts";
import { createProvider, toEndpoint } from "./fetch-json.ts";
import type { AnswerTable, Block } from "./read-answer.ts";
import {
  answerFrom,
  each,
  entriesAt,
  facts,
  first,
  join,
  list,
  textAt,
  type Read,
} from "./read-fields.ts";
import type {
  KeyedProviderOptions,
  SearchProvider,
} from "./search-provider.ts";

/**
 * Searches Google with SerpApi: https://serpapi.com/search-api. The key is part
 * of the URL.
 */
export function createSerpapiProvider({
  apiKey,
  baseUrl = "https://serpapi.com",
}: KeyedProviderOptions): SearchProvider {
  const own = { engine: "google", api_key: apiKey };
  return createProvider({
    name: "serpapi",
    // Google finds nothing for much longer queries.
    limits: { maxCharacters: 400 },
    request: (q) => ({
      url: toEndpoint(baseUrl, "/search.json", { q, ...own }),
    }),
    secret: apiKey,
    // https://serpapi.com/api-status-and-error-codes
    errors: [
      [/^401/, "its key is not accepted"],
      [/^403/, "its account may not search"],
      // Otherwise, too many requests this hour.
      [/^429.*run out of searches/is, "its searches are used up"],
    ],
    answer: ANSWER,
  });
}

/**
 * Result, answer or passage, as far as they differ:
 * https://serpapi.com/direct-answer-box-api
 */
const saidByBox: Read = (box) => {
  const said = new Set([
    textAt(box, first(list("result"), list("answer"))),
    textAt(box, first(list("snippet"), list("snippet_highlighted_words"))),
    textAt(box, list("list")),
  ]);
  said.delete("");
  return [...said].join(" – ");
};

const MAX_GAMES = 4;

/** The current game and those around it: `Rovers 3 – Town 1 (League, Final)`. */
const games: Read = (sports) =>
  ["game_spotlight", "games"]
    .flatMap((path) => entriesAt(sports, path))
    .map((game) => ({
      teams: textAt(game, each("teams", join(" ", "name", "score"), " – ")),
      about: textAt(
        game,
        join(", ", "league", "stage", "status", "date", "time"),
      ),
    }))
    .filter(({ teams }) => teams !== "")
    .slice(0, MAX_GAMES)
    .map(({ teams, about }) => `${teams} (${about})`)
    .join("; ");

const TITLES = ["question", "title", "name"];
const TEXTS = ["snippet", "answer", "description"];
const ADDRESSES = ["link", "website"];

/**
 * Places, events, jobs, questions, products or stories: a list, or an object
 * that contains one, e.g. https://serpapi.com/local-results.
 */
function entries(at: string): Block {
  return {
    at,
    unwrap: (value) =>
      isObject(value) ? Object.values(value).find(Array.isArray) : value,
    title: first(...TITLES),
    // Facts first: the text may be long and is cut.
    text: join(
      ". ",
      // An event's date is an object.
      "date.when",
      facts({ omit: [...TITLES, ...TEXTS, ...ADDRESSES, "position", "date"] }),
      first(...TEXTS.map((name) => list(name))),
    ),
    url: first(...ADDRESSES, "links.website"),
    date: "date",
  };
}

const BLOCKS: readonly Block[] = [
  {
    at: ["answer_box_list", "answer_box"],
    limit: 1,
    title: first("title", answerFrom("link")),
    // Specific fields describe e.g. the weather.
    text: first(saidByBox, facts({ omit: ["title"] })),
    url: "link",
    // Without a page, the date belongs to the answer.
    date: (box) => textAt(box, "link") && textAt(box, "date"),
    needsText: true,
  },
  {
    // https://serpapi.com/sports-results
    at: "sports_results",
    title: "title",
    text: join("; ", facts({ omit: ["title", "games"] }), games),
    needsText: true,
  },
  // Google shows the first of these above the pages.
  ...["events_results", "local_results", "jobs_results"].map((at) => ({
    ...entries(at),
    limit: 3,
  })),
  {
    // https://serpapi.com/knowledge-graph: facts are in fields of any name.
    at: "knowledge_graph",
    title: (graph) => {
      const type = textAt(graph, "type");
      return textAt(graph, "title") + (type && ` (${type})`);
    },
    text: join(
      " ",
      list("description"),
      facts({ omit: ["title", "description"] }),
    ),
    url: first("source.link", "website"),
    needsText: true,
  },
  {
    at: "organic_results",
    title: "title",
    text: first("snippet", list("snippet_highlighted_words")),
    url: "link",
    date: "date",
  },
  ...[
    "top_stories",
    "news_results",
    "questions_and_answers",
    "related_questions",
    "shopping_results",
    "top_sights",
    "popular_destinations",
  ].map(entries),
];

/** Every answer has at least one of these fields. */
const ENVELOPE = [
  "search_metadata",
  "search_information",
  "error",
  ...BLOCKS.flatMap(({ at }) => at),
];

const ANSWER: AnswerTable = {
  isAnswer: (body) => ENVELOPE.some((name) => name in body),
  blocks: BLOCKS,
  suggestions: ["search_information.spelling_fix"],
  // "Nothing found" is an error, too: https://serpapi.com/search-errors
  error: (body) => {
    const said = textAt(body, "error");
    const state = textAt(body, "search_information.organic_results_state");
    return said === "" ||
      state === "Fully empty" ||
      /hasn't returned any results/i.test(said)
      ? undefined
      : { reason: "it reported an error", kind: "transient" };
  },
};
