import * as z from "zod";
import type { JsonAnswer } from "./fetch-json.ts";
import {
  listOf,
  looseList,
  looseObject,
  looseText,
  readBody,
} from "./loose-fields.ts";
import {
  type SearchAnswer,
  SearchFailure,
  type SearchResult,
} from "./search-provider.ts";

/** One page in any of MediaWiki's lists, which know different things of it. */
const page = z.object({
  title: z.string(),
  index: z.number().optional().catch(undefined),
  extract: looseText(),
  snippet: looseText(),
  excerpt: looseText(),
  description: looseText(),
  fullurl: looseText(),
  key: looseText(),
  /** `true` in `formatversion=2`, an empty text before. */
  missing: z.union([z.boolean(), z.string()]).optional(),
});

type Page = z.output<typeof page>;

const answerBody = z.object({
  /** An object in the action API, a text in the REST API. */
  error: z
    .union([
      z.object({ code: z.string() }).transform(({ code }) => code),
      z.string(),
    ])
    .optional(),
  batchcomplete: z.unknown().optional(),
  query: looseObject({
    searchinfo: looseObject({ suggestion: looseText() }),
    /** A list in `formatversion=2`, before that an object whose keys are page ids. */
    pages: z
      .union([
        listOf(page),
        z
          .record(z.string(), z.unknown())
          .transform(Object.values)
          .pipe(listOf(page)),
      ])
      .optional()
      .catch(undefined),
    search: looseList(page),
  }),
  pages: listOf(page).optional(),
});

/** Errors of a query. Others, such as `ratelimited` and `maxlag`, meet every query. */
const QUERY_ERRORS =
  /^(?:missingparam|cirrussearch-(?:query-|parse-|regex|offset)|search-)/;

const UNRANKED = Number.MAX_SAFE_INTEGER;

/**
 * Reads pages from MediaWiki's answer in any form that lists them: `generator=search` and `list=search` of the action
 * API, in both format versions, and the REST API, since wikis and what stands before them differ. Errors come with
 * status 200; where nothing was found, `query` is missing; pages are not in the order of their rank.
 * @param root of the wiki, for the addresses of pages that have none
 */
export function readWikipediaAnswer(
  { body, retryAfterMs }: JsonAnswer,
  root: string,
): SearchAnswer {
  const { error, batchcomplete, query, pages } = readBody(answerBody, body);
  if (error !== undefined)
    throw new SearchFailure(`error ${error.slice(0, 50)}`, {
      kind: QUERY_ERRORS.test(error) ? "query" : "passing",
      retryAfterMs,
    });
  const lists = [query?.pages, query?.search, pages];
  if (batchcomplete === undefined && lists.every((list) => list === undefined))
    throw new SearchFailure("an unreadable answer");
  const suggestion = query?.searchinfo?.suggestion;
  return {
    results: lists
      .flatMap((list) => list ?? [])
      .filter(({ missing = false }) => missing === false)
      .toSorted(
        (one, other) => (one.index ?? UNRANKED) - (other.index ?? UNRANKED),
      )
      .map((found) => toResult(found, root)),
    suggestions: suggestion === undefined ? [] : [suggestion],
  };
}

function toResult(found: Page, root: string): SearchResult {
  const { title, extract, snippet, excerpt, description, fullurl } = found;
  const key = found.key ?? title.replaceAll(" ", "_");
  return {
    title,
    text: extract ?? snippet ?? excerpt ?? description ?? "",
    url: fullurl ?? `${root}/wiki/${encodeURIComponent(key)}`,
  };
}
