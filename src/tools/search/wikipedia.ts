import * as z from "zod";
import { detectLanguage } from "./detect-language.ts";
import { fetchJson } from "./fetch-json.ts";
import {
  SearchFailure,
  type SearchProvider,
  type SearchResult,
} from "./search-provider.ts";
import { toWikipediaQuery } from "./to-wikipedia-query.ts";

export interface WikipediaOptions {
  /** Of a MediaWiki with CirrusSearch and TextExtracts; `{language}` stands for the edition. */
  baseUrl?: string;
  /** Names the program and a contact. Wikimedia refuses requests without: https://foundation.wikimedia.org/wiki/Policy:User-Agent_policy */
  userAgent: string;
  /** The edition for queries in Latin script. */
  defaultLanguage?: string;
  fetch?: typeof globalThis.fetch;
}

/** The edition that is asked when the one in the query's language has found nothing. */
const LARGEST_EDITION = "en";

/** Searches Wikipedia in the language of the query, without a key: one request for the pages and their first sentences. */
export function createWikipediaProvider({
  baseUrl = "https://{language}.wikipedia.org",
  userAgent,
  defaultLanguage = LARGEST_EDITION,
  fetch = globalThis.fetch,
}: WikipediaOptions): SearchProvider {
  const searchEdition = async (
    language: string,
    words: string,
    signal: AbortSignal,
  ): Promise<readonly SearchResult[]> => {
    const root = baseUrl.replaceAll("{language}", language).replace(/\/+$/, "");
    const url = new URL(`${root}/w/api.php`);
    url.search = searchParameters(words, language).toString();
    const answer = await fetchJson(url, {
      fetch,
      headers: { accept: "application/json", "user-agent": userAgent },
      signal,
    });
    return readAnswer(answer, root);
  };

  return {
    name: "wikipedia",
    async search(query, { signal }) {
      const words = toWikipediaQuery(query);
      if (words === "") return [];
      const language = detectLanguage(words) ?? defaultLanguage;
      const results = await searchEdition(language, words, signal);
      const hasOthers =
        baseUrl.includes("{language}") && language !== LARGEST_EDITION;
      return results.length === 0 && hasOthers
        ? searchEdition(LARGEST_EDITION, words, signal)
        : results;
    },
  };
}

/** https://www.mediawiki.org/wiki/API:Search as generator of https://www.mediawiki.org/wiki/Extension:TextExtracts */
function searchParameters(words: string, language: string): URLSearchParams {
  const parameters = new URLSearchParams({
    action: "query",
    format: "json",
    formatversion: "2",
    generator: "search",
    gsrsearch: words,
    gsrlimit: "3",
    prop: "extracts|info",
    inprop: "url",
    // Without it, only the first page gets an extract.
    exintro: "1",
    explaintext: "1",
    exchars: "600",
    exlimit: "max",
  });
  // Pages are stored in simplified or traditional characters, as they were written.
  if (language === "zh") parameters.set("variant", "zh-cn");
  return parameters;
}

const answerBody = z.object({
  error: z.object({ code: z.string() }).optional(),
  query: z
    .object({
      pages: z
        .array(
          z.object({
            title: z.string(),
            index: z.number().optional(),
            extract: z.string().nullish(),
            fullurl: z.string().nullish(),
          }),
        )
        .optional(),
    })
    .optional(),
});

const UNRANKED = Number.MAX_SAFE_INTEGER;

/** Errors come with status 200; where nothing was found, `query` is missing; pages are not in the order of their rank. */
function readAnswer(answer: unknown, root: string): readonly SearchResult[] {
  const body = answerBody.safeParse(answer);
  if (!body.success) throw new SearchFailure("an unreadable answer");
  const { error, query } = body.data;
  if (error !== undefined)
    throw new SearchFailure(`error ${error.code.slice(0, 50)}`);
  return (query?.pages ?? [])
    .toSorted(
      (one, other) => (one.index ?? UNRANKED) - (other.index ?? UNRANKED),
    )
    .map(({ title, extract, fullurl }) => ({
      title,
      text: extract ?? "",
      url:
        fullurl ??
        `${root}/wiki/${encodeURIComponent(title.replaceAll(" ", "_"))}`,
    }));
}
