import type { SearchResult } from "./search-provider.ts";
import { shorten, shortenToSentences } from "./shorten.ts";
import { stripMarkup } from "./strip-markup.ts";

/** In UTF-16 units. An observation is a part of every later prompt of its turn. */
const MAX_LENGTH = 1_500;
const MAX_TITLE_LENGTH = 150;
const MAX_TEXT_LENGTH = 350;
const MAX_URL_LENGTH = 300;

/** The results as a numbered list in plain text, as many as fit; the first always does. */
export function formatResults(results: readonly SearchResult[]): string {
  let list = "";
  for (const [index, result] of results.entries()) {
    const entry = `${index === 0 ? "" : "\n\n"}${index + 1}. ${formatResult(result)}`;
    if (list.length + entry.length > MAX_LENGTH) break;
    list += entry;
  }
  return list;
}

function formatResult({ title, text, url, date }: SearchResult): string {
  const heading = shorten(stripMarkup(title), MAX_TITLE_LENGTH);
  const lines = [
    date === undefined
      ? heading
      : `${heading} (${shorten(stripMarkup(date), 30)})`,
    shortenToSentences(stripMarkup(text), MAX_TEXT_LENGTH),
    // Half an address leads nowhere.
    url.length > MAX_URL_LENGTH ? "" : stripMarkup(url),
  ];
  return lines.filter((line) => line !== "").join("\n");
}
