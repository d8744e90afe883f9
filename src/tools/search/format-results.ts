import type { SearchResult } from "./search-provider.ts";

/** Tidy results as a numbered list: title with date, text and address, each in a line of its own where there is one. */
export function formatResults(results: readonly SearchResult[]): string {
  return results
    .map((result, index) => `${index + 1}. ${formatResult(result)}`)
    .join(SEPARATOR);
}

/** The first results whose list is no longer than `maxLength` UTF-16 units; one always, however long it is. */
export function takeFitting(
  results: readonly SearchResult[],
  maxLength: number,
): readonly SearchResult[] {
  let length = 0;
  const end = results.findIndex((result, index) => {
    length += `${SEPARATOR}${index + 1}. ${formatResult(result)}`.length;
    return length > maxLength + SEPARATOR.length;
  });
  return end === -1 ? results : results.slice(0, Math.max(end, 1));
}

const SEPARATOR = "\n\n";

function formatResult({ title, text, url = "", date }: SearchResult): string {
  const heading = date === undefined ? title : `${title} (${date})`;
  return [heading, text, url].filter((line) => line !== "").join("\n");
}
