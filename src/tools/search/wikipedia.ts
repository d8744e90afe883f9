import { isObject, type JsonObject } from "../../text/json.ts";
import { createProvider, cutQuery, toEndpoint } from "./fetch-json.ts";
import type { AnswerTable } from "./read-answer.ts";
import { first, html, textAt } from "./read-fields.ts";
import type { SearchProvider } from "./search-provider.ts";

interface WikipediaOptions {
  /**
   * URL of a MediaWiki with CirrusSearch and TextExtracts; `{language}` is
   * replaced with the edition.
   */
  baseUrl: string;
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
}

/** Fallback if the edition of the query's language finds nothing. */
const LARGEST_EDITION = "en";

/**
 * Searches Wikipedia in the language of the query. One request returns pages
 * with their first sentences; needs no key.
 */
export function createWikipediaProvider({
  baseUrl,
  userAgent,
  defaultLanguage = LARGEST_EDITION,
}: WikipediaOptions): SearchProvider {
  const edition = (language: string) => {
    const root = baseUrl.replaceAll("{language}", language).replace(/\/+$/, "");
    return createProvider({
      name: "wikipedia",
      clean: toWikipediaQuery,
      limits: LIMITS,
      request: (words) => ({
        url: toEndpoint(root, "/w/api.php", searchParameters(words, language)),
        headers: { "user-agent": userAgent },
      }),
      errors: [
        [/^403/, "it refuses this program by its user agent or address"],
      ],
      answer: toAnswerTable(root),
    });
  };

  return {
    name: "wikipedia",
    async search(query, options) {
      const language =
        detectLanguage(toWikipediaQuery(query)) ?? defaultLanguage;
      const answer = await edition(language).search(query, options);
      const hasOthers =
        baseUrl.includes("{language}") && language !== LARGEST_EDITION;
      return answer.results.length === 0 && hasOthers
        ? edition(LARGEST_EDITION).search(query, options)
        : answer;
    },
  };
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

/**
 * Errors caused by the query. Others, such as `ratelimited` and `maxlag`,
 * affect every query.
 */
const QUERY_ERRORS =
  /^(?:missingparam|cirrussearch-(?:query-|parse-|regex|offset)|search-)/;

/**
 * Reads pages in any of MediaWiki's formats, since wikis and their gateways
 * differ. Errors have status 200; `query` is missing if nothing was found.
 * @param root of the wiki, to build missing page addresses
 */
function toAnswerTable(root: string): AnswerTable {
  return {
    isAnswer: ({ batchcomplete, query, pages }) =>
      batchcomplete !== undefined || isObject(query) || Array.isArray(pages),
    blocks: [
      {
        at: ["query.pages", "query.search", "pages"],
        unwrap: rankPages,
        title: "title",
        // Passages are HTML, with matches in `<span class="searchmatch">`.
        text: first(
          "extract",
          html(first("snippet", "excerpt")),
          "description",
        ),
        url: first("fullurl", (page) => {
          const key =
            textAt(page, "key") || textAt(page, "title").replaceAll(" ", "_");
          return `${root}/wiki/${encodeURIComponent(key)}`;
        }),
      },
    ],
    suggestions: ["query.searchinfo.suggestion"],
    error: (body) => {
      // An object in the action API, text in the REST API.
      const code = textAt(body, first("error.code", "error"));
      return code === ""
        ? undefined
        : {
            reason: `error ${code.slice(0, 50)}`,
            kind: QUERY_ERRORS.test(code) ? "query" : "transient",
          };
    },
  };
}

/**
 * Sorts pages, which are a list or an object keyed by page id, and drops
 * missing ones: `missing` is `true` with `formatversion=2`, otherwise empty
 * text.
 */
function rankPages(pages: unknown): unknown {
  const rankOf = ({ index }: JsonObject) =>
    typeof index === "number" ? index : Number.MAX_SAFE_INTEGER;
  return Object.values(Object(pages))
    .filter(isObject)
    .filter(({ missing = false }) => missing === false)
    .filter(({ title }) => typeof title === "string")
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** CirrusSearch rejects longer queries. */
const LIMITS = { maxCharacters: 300 };

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
  return cutQuery(words, LIMITS);
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
