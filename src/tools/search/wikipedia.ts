import * as z from "zod";
import { stripMarkup } from "../plain-text.ts";
import {
  cutQuery,
  fetchJson,
  toEndpoint,
  type JsonAnswer,
} from "./fetch-json.ts";
import {
  listOf,
  looseList,
  looseObject,
  looseText,
  parseBody,
} from "./read-fields.ts";
import {
  SearchFailure,
  type SearchAnswer,
  type SearchProvider,
  type SearchResult,
} from "./search-provider.ts";

interface WikipediaOptions {
  /**
   * URL of a MediaWiki with CirrusSearch and TextExtracts; `{language}` is
   * replaced with the edition.
   */
  baseUrl?: string | undefined;
  /**
   * The program's name and contact. Wikimedia rejects requests without them:
   * https://foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy
   */
  userAgent: string;
  /**
   * The edition for queries whose script does not reveal the language, above
   * all Latin.
   */
  defaultLanguage?: string | undefined;
  fetch?: typeof globalThis.fetch;
}

/** Fallback if the edition of the query's language finds nothing. */
const LARGEST_EDITION = "en";

/**
 * Searches Wikipedia in the language of the query. One request returns pages
 * with their first sentences; needs no key.
 */
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
    return parseWikipediaAnswer(answer, root);
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

/**
 * https://www.mediawiki.org/wiki/API:Search as the generator of
 * https://www.mediawiki.org/wiki/Extension:TextExtracts
 */
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
    // Suggests another query if this one finds nothing; a page without first
    // sentences gets the matching passage.
    gsrinfo: "suggestion",
    gsrprop: "snippet",
    gsrenablerewrites: "1",
    prop: "extracts|info",
    inprop: "url",
    // Without `exintro`, only the first page gets an extract.
    exintro: "1",
    explaintext: "1",
    exchars: "1200",
    exlimit: "max",
    // Pages are stored in simplified or traditional characters, as written.
    ...(language === "zh" && {
      variant: isTraditionalChinese(words) ? "zh-tw" : "zh-cn",
    }),
  };
}

/** A page in any of MediaWiki's lists, whose fields differ. */
const page = z.object({
  title: z.string(),
  index: z.number().optional().catch(undefined),
  extract: looseText,
  snippet: looseText,
  excerpt: looseText,
  description: looseText,
  fullurl: looseText,
  key: looseText,
  /** `true` with `formatversion=2`, otherwise empty text. */
  missing: z.union([z.boolean(), z.string()]).optional(),
});

type Page = z.output<typeof page>;

const answerBody = z.object({
  /** An object in the action API, text in the REST API. */
  error: z
    .union([
      z.object({ code: z.string() }).transform(({ code }) => code),
      z.string(),
    ])
    .optional(),
  batchcomplete: z.unknown().optional(),
  query: looseObject({
    searchinfo: looseObject({ suggestion: looseText }),
    /** A list with `formatversion=2`, otherwise an object keyed by page id. */
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

/**
 * Errors caused by the query. Others, such as `ratelimited` and `maxlag`,
 * affect every query.
 */
const QUERY_ERRORS =
  /^(?:missingparam|cirrussearch-(?:query-|parse-|regex|offset)|search-)/;

const UNRANKED = Number.MAX_SAFE_INTEGER;

/**
 * Reads pages in any of MediaWiki's formats, since wikis and their gateways
 * differ. Errors have status 200; `query` is missing if nothing was found;
 * pages are not sorted by rank.
 * @param root of the wiki, to build missing page addresses
 */
function parseWikipediaAnswer(
  { body, retryAfterMs }: JsonAnswer,
  root: string,
): SearchAnswer {
  const { error, batchcomplete, query, pages } = parseBody(answerBody, body);
  if (error !== undefined)
    throw new SearchFailure(`error ${error.slice(0, 50)}`, {
      kind: QUERY_ERRORS.test(error) ? "query" : "transient",
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

/** Passages are HTML, with matches in `<span class="searchmatch">`. */
function toResult(found: Page, root: string): SearchResult {
  const { title, extract, snippet, excerpt, description, fullurl } = found;
  const passage = snippet ?? excerpt;
  const key = found.key ?? title.replaceAll(" ", "_");
  return {
    title,
    text:
      extract ??
      (passage === undefined ? (description ?? "") : stripMarkup(passage)),
    url: fullurl ?? `${root}/wiki/${encodeURIComponent(key)}`,
  };
}

/** In code points; CirrusSearch rejects longer queries. */
const MAX_LENGTH = 300;

/**
 * Removes CirrusSearch's operators, which models write by accident: `-word`,
 * `title:`, `"…"`, `/…/`. https://www.mediawiki.org/wiki/Help:CirrusSearch
 */
export function toWikipediaQuery(query: string): string {
  const words = query
    .replaceAll(/[\p{Cc}"“”„~*\\/|{}[\]<>]|&&/gu, " ")
    // `12:30` is a time, not a filter.
    .replaceAll(/:(?!\d)|(?<!\d):/g, " ")
    .replaceAll(/(?<=^|\s)[-!]+(?=\S)/g, "")
    .replaceAll(/\b(?:AND|OR|NOT)\b/g, (operator) => operator.toLowerCase());
  return cutQuery(words, { maxCharacters: MAX_LENGTH });
}

/**
 * Scripts that reveal a language. The first match decides: Japanese also uses
 * Han characters.
 */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Han}/u, "zh"],
  [/[іїєґ]/iu, "uk"],
  [/\p{Script=Cyrillic}/u, "ru"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Hebrew}/u, "he"],
  [/[پچژگ]/u, "fa"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Devanagari}/u, "hi"],
  [/\p{Script=Bengali}/u, "bn"],
  [/\p{Script=Tamil}/u, "ta"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Georgian}/u, "ka"],
  [/\p{Script=Armenian}/u, "hy"],
];

/**
 * Detects the likeliest language (ISO 639-1) by script; `undefined` for Latin
 * script and texts without letters.
 */
export function detectLanguage(text: string): string | undefined {
  return SCRIPTS.find(([script]) => script.test(text))?.[1];
}

/**
 * Frequent characters that simplified writing replaces, especially those of
 * common queries: countries, offices, things.
 */
const TRADITIONAL_CHARACTERS =
  "這來國個說們為時會過學對麼沒還發當無開見經頭從動兩長樣現將與進實點種聲話兒問機給" +
  "幾業間電門東聽氣關並內軍產萬體別處總場師書員華報馬張難數車應親務製記邊風戰許覺題" +
  "統請愛讓認論義術結連遠資隊帶條變聯權該領傳紅決達辦運強區轉眾輕語滿識極黃臉錢黨設" +
  "雙歷廣議際則單據導網專誰讀飛觀爭組視濟離雖壞臺灣龍島鐵銀歲曆圖館樓橋燈醫藥蘭羅亞" +
  "歐韓魯濱滬粵寧遼陝貝魚鳥雞豬貓龜樹葉麥飯麵糧雲腦軟碼線維誌紀錄衛劇樂藝畫詩詞賽選" +
  "舉團憲罰獄艦槍彈陸億財貨幣匯債稅價買賣貿購輛軌聖誕縣鄉鎮鄭陳劉趙孫楊吳馮蔣謝盧蘇" +
  "鄧閻齊衝壓參構療營養奧適響環濕熱溫測驗傷損級標準顯顏額鬥鬧鮮麗";

const TRADITIONAL = new RegExp(`[${TRADITIONAL_CHARACTERS}]`, "u");

/**
 * Whether a Chinese text is certainly in traditional writing. `false` for text
 * that both writings share, such as 台北.
 */
export function isTraditionalChinese(text: string): boolean {
  return TRADITIONAL.test(text);
}
