import type { SearchResult } from "./search-provider.ts";
import { shorten } from "./shorten.ts";
import { stripMarkup } from "./strip-markup.ts";

/** More than fit into the list, even if some of them say the same. */
const MAX_RESULTS = 15;

/** In UTF-16 units. */
const MAX_TITLE_LENGTH = 150;
const MAX_TEXT_LENGTH = 350;
const MAX_DATE_LENGTH = 30;

/**
 * Results as plain text in bounded lines: title, one or two sentences, date, and an http(s) address or none. Those that
 * say nothing and those of a page that came before are left out.
 */
export function tidyResults(
  results: readonly SearchResult[],
  { query }: { query: string },
): readonly SearchResult[] {
  const seen = new Set<string>();
  return results
    .slice(0, MAX_RESULTS)
    .map((result) => tidy(result, query))
    .filter(({ title }) => title !== "")
    .filter(({ title, text, url }) => {
      const identity =
        url === undefined ? `${title}\n${text}` : toPageIdentity(url);
      if (seen.has(identity)) return false;
      seen.add(identity);
      return true;
    });
}

/** A document without title is headed by what it says. */
function tidy(result: SearchResult, query: string): SearchResult {
  const title = shorten(stripMarkup(result.title), MAX_TITLE_LENGTH);
  const text = pickSentences(stripMarkup(result.text), {
    query,
    maxLength: MAX_TEXT_LENGTH,
  });
  const url = toPageAddress(result.url ?? "");
  const date = tidyDate(result.date ?? "");
  return {
    title: title === "" ? text : title,
    text: title === "" ? "" : text,
    ...(url !== undefined && { url }),
    ...(date !== "" && { date }),
  };
}

/** The day of a point in time, whatever its format; other texts, such as `2 days ago`, as they are. */
function tidyDate(date: string): string {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=T|\s\d{2}:)/.exec(date) ?? [];
  if (day !== undefined) return day;
  const time = /^\d{12,13}$/.test(date)
    ? Number(date)
    : /\d{1,2}:\d{2}/.test(date)
      ? Date.parse(date)
      : Number.NaN;
  return Number.isNaN(time)
    ? shorten(stripMarkup(date), MAX_DATE_LENGTH)
    : new Date(time).toISOString().slice(0, 10);
}

/** More words than a telling query has. */
const MAX_TERMS = 20;

/** Hostile texts have thousands of tiny sentences. */
const MAX_STARTS = 100;

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * The neighbouring sentences of a text that say most about the query, as many as fit into `maxLength` UTF-16 units; of
 * those that say the same, the first. `… ` shows that others come before them. A sentence that is too long is cut.
 */
export function pickSentences(
  text: string,
  { query, maxLength }: { query: string; maxLength: number },
): string {
  if (text.length <= maxLength) return text;
  const sentences = Array.from(
    SENTENCES.segment(text),
    ({ segment }) => segment,
  );
  const terms = toTerms(query);
  let best = { passage: "", score: -1 };
  for (const start of sentences.slice(0, MAX_STARTS).keys()) {
    const passage = takeFrom(sentences, { start, maxLength });
    const words = passage.toLowerCase();
    const score = terms.filter((term) => words.includes(term)).length;
    if (score > best.score) best = { passage, score };
    if (score === terms.length) break;
  }
  return best.passage;
}

function takeFrom(
  sentences: readonly string[],
  { start, maxLength }: { start: number; maxLength: number },
): string {
  const mark = start === 0 ? "" : "… ";
  let passage = mark + (sentences[start] ?? "");
  for (let next = start + 1; next < sentences.length; next++) {
    const sentence = sentences[next] ?? "";
    if (passage.length + sentence.trimEnd().length > maxLength) break;
    passage += sentence;
  }
  return shorten(passage.trimEnd(), maxLength);
}

/** Words in lower case, and pairs of neighbours in scripts that write no blanks between words. */
function toTerms(query: string): readonly string[] {
  const lowerCase = query.slice(0, 1_000).toLowerCase();
  const words =
    lowerCase
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter((word) => word.length > 2 || /\p{N}/u.test(word)) ?? [];
  const pairs = Array.from(
    lowerCase.matchAll(
      /(?=([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2}))/gu,
    ),
    ([, pair = ""]) => pair,
  );
  return [...new Set([...pairs, ...words])].slice(0, MAX_TERMS);
}

/** Longer ones are no use to anybody; half an address leads nowhere. */
const MAX_LENGTH = 300;

/** Parameters by which advertisers and mailings follow their readers. */
const TRACKING =
  /^(?:utm_\w+|[a-z]{1,2}clid|gbraid|wbraid|msclkid|igsh(?:id)?|mc_[ce]id|srsltid|_g[al]|_hsenc|_hsmi|mkt_tok|ref_src)$/i;

/** An http(s) address without user name and password; `undefined` for everything else. */
export function toPageAddress(text: string): string | undefined {
  if (text.length > 2 * MAX_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  url.username = "";
  url.password = "";
  return url.href.length > MAX_LENGTH ? undefined : url.href;
}

/** The same text for all addresses of one page: scheme, fragment, trailing slashes and tracking parameters do not count. */
function toPageIdentity(address: string): string {
  const { host, pathname, searchParams } = new URL(address);
  const parameters = Array.from(searchParams).filter(
    ([name]) => !TRACKING.test(name),
  );
  return `${host}${pathname.replace(/\/+$/, "")}?${new URLSearchParams(parameters).toString()}`;
}
