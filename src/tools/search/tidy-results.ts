import { toPageAddress, toPageIdentity } from "./page-address.ts";
import { pickSentences } from "./pick-sentences.ts";
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
