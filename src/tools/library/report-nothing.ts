import type { LibraryAnswer } from "../../library.ts";
import { shorten } from "../search/shorten.ts";

/** In UTF-16 units. */
const MAX_QUERY_LENGTH = 100;
const MAX_TITLE_LENGTH = 60;
const MAX_LIST_LENGTH = 600;

/** Tells the model that nothing was found, and what there is to be found. */
export function reportNothing(
  { documents, titles }: Extract<LibraryAnswer, { kind: "nothing" }>,
  { query }: { query: string },
): string {
  if (documents === 0)
    return "Nothing found: the library has no documents yet. Look elsewhere.";
  return `Nothing found for "${shorten(query, MAX_QUERY_LENGTH)}" in the library. Try other words, or look elsewhere. The library has: ${listTitles(titles, documents)}.`;
}

function listTitles(titles: readonly string[], documents: number): string {
  const shown: string[] = [];
  let length = 0;
  for (const title of titles) {
    const line = shorten(title.replaceAll(/\s+/g, " "), MAX_TITLE_LENGTH);
    length += line.length + 2;
    if (length > MAX_LIST_LENGTH) break;
    shown.push(line);
  }
  const rest = documents - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ");
}
