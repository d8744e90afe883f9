import * as z from "zod";
import { createJsonProvider, cutQuery, toEndpoint } from "./fetch-json.ts";
import {
  describeFields,
  listOf,
  looseFields,
  looseList,
  looseText,
  parseBody,
  toAnswer,
} from "./read-fields.ts";
import type {
  SearchAnswer,
  SearchProvider,
  SearchResult,
} from "./search-provider.ts";

interface SearxngOptions {
  /**
   * URL of an instance whose `search.formats` includes `json`, which is not the
   * default. May contain user name and password.
   */
  baseUrl: string;
  fetch?: typeof globalThis.fetch;
}

/** Engines reject longer queries. */
const MAX_CHARACTERS = 300;

/**
 * Searches the web with a SearXNG instance:
 * https://docs.searxng.org/dev/search_api.html
 */
export function createSearxngProvider({
  baseUrl,
  fetch,
}: SearxngOptions): SearchProvider {
  return createJsonProvider({
    name: "searxng",
    toQuery: toSearxngQuery,
    request: (q) => ({
      url: toEndpoint(baseUrl, "/search", { q, format: "json" }),
    }),
    parse: parseSearxngAnswer,
    explain,
    fetch,
  });
}

/**
 * Removes prefixes of commands, which models write by accident: `!engine`,
 * `:language`, … https://docs.searxng.org/user/search-syntax.html
 */
function toSearxngQuery(query: string): string {
  return cutQuery(query.replaceAll(/(?<=^|\s)[!:<?]+/g, ""), {
    maxCharacters: MAX_CHARACTERS,
  });
}

function explain(status: number): string | undefined {
  if (status === 401) return "its user name and password are not accepted";
  return status === 403
    ? "its settings do not allow the format json (search.formats)"
    : undefined;
}

const infobox = z.object({
  infobox: looseText,
  content: looseText,
  /** Usually an address. */
  id: looseText,
  urls: looseList(z.object({ url: z.string() })),
  attributes: looseList(z.object({ label: z.string(), value: z.string() })),
});

/**
 * Kinds of answers: https://docs.searxng.org/dev/result_types/answer/index.html
 */
const directAnswer = z.union([
  // Plain text in older releases.
  z.string().transform((answer) => ({ answer, url: undefined })),
  z.object({ answer: z.string(), url: looseText }),
  z
    .object({
      translations: z.array(z.object({ text: z.string() })).min(1),
      url: looseText,
    })
    .transform(({ translations, url }) => ({
      answer: translations.map(({ text }) => text).join("; "),
      url,
    })),
  z
    .object({ current: z.object({ summary: z.string() }) })
    .transform(({ current: { summary } }) => ({
      answer: summary,
      url: undefined,
    })),
]);

const answerBody = z.object({
  results: listOf(
    z.object({
      title: looseText,
      url: looseText,
      content: looseText,
      /** Facts, instead of `content`. */
      kvmap: looseFields,
      caption: looseText,
      publishedDate: looseText,
    }),
  ),
  answers: looseList(directAnswer),
  infoboxes: looseList(infobox),
  corrections: looseList(z.string()),
  suggestions: looseList(z.string()),
  /** Name and error of each. */
  unresponsive_engines: looseList(z.array(z.string()).min(1)),
});

/** Lists direct answers first, then infoboxes, then pages. */
function parseSearxngAnswer(source: unknown): SearchAnswer {
  const body = parseBody(answerBody, source);
  return {
    results: [
      ...body.answers.map(({ answer, url }) => toAnswer(answer, url)),
      ...body.infoboxes.map(infoboxToResult),
      ...body.results.map(
        ({ title, url, content, kvmap, caption, publishedDate: date }) => ({
          title: title ?? caption ?? "",
          text: content ?? describeFields(kvmap ?? {}),
          url,
          date,
        }),
      ),
    ],
    suggestions: [...body.corrections, ...body.suggestions],
    gap:
      body.unresponsive_engines.length === 0
        ? undefined
        : "some of its engines gave no answer",
  };
}

function infoboxToResult({
  infobox: title = "",
  content = "",
  id,
  urls,
  attributes,
}: z.output<typeof infobox>): SearchResult {
  const facts = attributes.map(({ label, value }) => `${label}: ${value}`);
  return {
    title,
    text: [content, facts.join("; ")].filter((part) => part !== "").join(". "),
    url: id?.startsWith("http") === true ? id : urls[0]?.url,
  };
}
