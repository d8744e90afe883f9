import { isObject } from "../../text/json.ts";
import { createProvider, toEndpoint } from "./fetch-json.ts";
import type { AnswerTable } from "./read-answer.ts";
import {
  answerFrom,
  each,
  facts,
  first,
  join,
  pair,
  textAt,
} from "./read-fields.ts";
import type { SearchProvider } from "./search-provider.ts";

interface SearxngOptions {
  /**
   * URL of an instance whose `search.formats` includes `json`, which is not the
   * default. May contain user name and password.
   */
  baseUrl: string;
}

/**
 * Searches the web with a SearXNG instance:
 * https://docs.searxng.org/dev/search_api.html
 */
export function createSearxngProvider({
  baseUrl,
}: SearxngOptions): SearchProvider {
  return createProvider({
    name: "searxng",
    // `!engine`, `:language`, … https://docs.searxng.org/user/search-syntax.html
    clean: (query) => query.replaceAll(/(?<=^|\s)[!:<?]+/g, ""),
    // Engines reject longer queries.
    limits: { maxCharacters: 300 },
    request: (q) => ({
      url: toEndpoint(baseUrl, "/search", { q, format: "json" }),
    }),
    errors: [
      [/^401/, "its user name and password are not accepted"],
      [/^403/, "its settings do not allow the format json (search.formats)"],
    ],
    answer: ANSWER,
  });
}

const ANSWER: AnswerTable = {
  isAnswer: ({ results }) => Array.isArray(results),
  blocks: [
    {
      // https://docs.searxng.org/dev/result_types/answer/index.html
      at: "answers",
      unwrap: (answers) =>
        Array.isArray(answers) &&
        // Plain text in older releases.
        answers.map((answer: unknown) =>
          isObject(answer) ? answer : { answer },
        ),
      title: answerFrom("url"),
      text: first("answer", each("translations", "text"), "current.summary"),
      url: "url",
      needsText: true,
    },
    {
      at: "infoboxes",
      title: "infobox",
      text: join(". ", "content", each("attributes", pair("label", "value"))),
      url: (box) => {
        // Usually an address.
        const id = textAt(box, "id");
        return id.startsWith("http") ? id : textAt(box, "urls.0.url");
      },
    },
    {
      at: "results",
      title: first("title", "caption"),
      text: first("content", facts({ at: "kvmap" })),
      url: "url",
      date: "publishedDate",
    },
  ],
  suggestions: ["corrections", "suggestions"],
  gap: ({ unresponsive_engines: engines }) =>
    Array.isArray(engines) && engines.length > 0
      ? "some of its engines gave no answer"
      : undefined,
};
