import { detectLanguage } from "./detect-language.ts";
import { fetchJson } from "./fetch-json.ts";
import { isTraditionalChinese } from "./is-traditional-chinese.ts";
import { readWikipediaAnswer } from "./read-wikipedia-answer.ts";
import type { SearchAnswer, SearchProvider } from "./search-provider.ts";
import { toEndpoint } from "./to-endpoint.ts";
import { toWikipediaQuery } from "./to-wikipedia-query.ts";

export interface WikipediaOptions {
  /** Of a MediaWiki with CirrusSearch and TextExtracts; `{language}` stands for the edition. */
  baseUrl?: string | undefined;
  /** Names the program and a contact. Wikimedia refuses requests without: https://foundation.wikimedia.org/wiki/Policy:User-Agent_policy */
  userAgent: string;
  /** The edition for queries whose script tells no language, Latin above all. */
  defaultLanguage?: string | undefined;
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
  ): Promise<SearchAnswer> => {
    const root = baseUrl.replaceAll("{language}", language).replace(/\/+$/, "");
    const answer = await fetchJson({
      url: toEndpoint(root, "/w/api.php", searchParameters(words, language)),
      headers: { "user-agent": userAgent },
      explain,
      fetch,
      signal,
    });
    return readWikipediaAnswer(answer, root);
  };

  return {
    name: "wikipedia",
    async search(query, { signal }) {
      const words = toWikipediaQuery(query);
      if (words === "") return { results: [] };
      const language = detectLanguage(words) ?? defaultLanguage;
      const answer = await searchEdition(language, words, signal);
      const hasOthers =
        baseUrl.includes("{language}") && language !== LARGEST_EDITION;
      return answer.results.length === 0 && hasOthers
        ? searchEdition(LARGEST_EDITION, words, signal)
        : answer;
    },
  };
}

function explain(status: number): string | undefined {
  return status === 403
    ? "it refuses this program by its user agent or address"
    : undefined;
}

/** https://www.mediawiki.org/wiki/API:Search as generator of https://www.mediawiki.org/wiki/Extension:TextExtracts */
function searchParameters(
  words: string,
  language: string,
): Record<string, string> {
  return {
    action: "query",
    format: "json",
    formatversion: "2",
    generator: "search",
    gsrsearch: words,
    gsrlimit: "3",
    // Other words where these find nothing, and the passage that was found where a page has no first sentences.
    gsrinfo: "suggestion",
    gsrprop: "snippet",
    gsrenablerewrites: "1",
    prop: "extracts|info",
    inprop: "url",
    // Without it, only the first page gets an extract.
    exintro: "1",
    explaintext: "1",
    exchars: "1200",
    exlimit: "max",
    // Pages are stored in simplified or traditional characters, as they were written.
    ...(language === "zh" && {
      variant: isTraditionalChinese(words) ? "zh-tw" : "zh-cn",
    }),
  };
}
