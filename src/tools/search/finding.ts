import { ToolError } from "../../errors.ts";
import type { Source } from "../../turn.ts";
import type {
  SearchAnswer,
  FailureKind,
  SearchFailure,
  SearchResult,
} from "./search-provider.ts";
import { shorten } from "./shorten.ts";
import { stripMarkup } from "./strip-markup.ts";
import { tidyResults } from "./tidy-results.ts";

/** What a search came to. */
export interface SearchReport {
  /** For the model. */
  readonly text: string;
  /** Those of the text's results that have an address, in its order. */
  readonly sources: readonly Source[];
}

/** What a provider answered, as the model may see it. */
export type Finding =
  | { readonly kind: "found"; readonly report: SearchReport }
  | {
      readonly kind: "empty";
      /** Other wordings. */
      readonly suggestions: readonly string[];
      /** Why some results may be missing. */
      readonly gap: string | undefined;
    };

const MAX_SUGGESTIONS = 3;
const MAX_SUGGESTION_LENGTH = 80;

/** The list of results in at most `maxLength` UTF-16 units; where none of them says anything, nothing was found. */
export function toFinding(
  { results, suggestions = [], gap }: SearchAnswer,
  { query, maxLength }: { query: string; maxLength: number },
): Finding {
  const listed = takeFitting(tidyResults(results, { query }), maxLength);
  if (listed.length === 0)
    return {
      kind: "empty",
      suggestions: suggestions
        .slice(0, MAX_SUGGESTIONS)
        .map((words) => shorten(stripMarkup(words), MAX_SUGGESTION_LENGTH))
        .filter((words) => words !== ""),
      gap,
    };
  return {
    kind: "found",
    report: {
      text: formatResults(listed),
      sources: listed.flatMap(({ title, url }) =>
        url === undefined ? [] : [{ title, url }],
      ),
    },
  };
}

/** Why a provider gave no results. */
export type Miss = { readonly provider: string } & (
  | Extract<Finding, { kind: "empty" }>
  | { readonly kind: "failed"; readonly failure: SearchFailure }
);

const MAX_QUERY_LENGTH = 100;

/** Tells the model that nothing was found, what was not searched, and what to try. Throws `ToolError` where every provider failed. */
export function reportNothing(
  query: string,
  misses: readonly Miss[],
): SearchReport {
  const gaps = misses.flatMap((miss) => {
    const gap = miss.kind === "failed" ? miss.failure.message : miss.gap;
    return gap === undefined ? [] : [`${miss.provider}: ${gap}`];
  });
  const failures = misses.flatMap((miss) =>
    miss.kind === "failed" ? [miss.failure.kind] : [],
  );
  if (failures.length === misses.length)
    throw new ToolError(
      `The search failed (${gaps.join("; ")}). ${adviseAfter(failures)}`,
    );
  const nothing = `Nothing found for "${shorten(query, MAX_QUERY_LENGTH)}".`;
  const unsearched =
    gaps.length === 0
      ? ""
      : ` Not everything was searched (${gaps.join("; ")}).`;
  const suggestions = misses.flatMap((miss) =>
    miss.kind === "empty" ? miss.suggestions : [],
  );
  const advice =
    suggestions.length === 0
      ? "Try other words: fewer, more general ones, or in another language."
      : `Try other words, such as ${suggestions.map((words) => `"${words}"`).join(" or ")}.`;
  return { text: `${nothing}${unsearched} ${advice}`, sources: [] };
}

function adviseAfter(failures: readonly FailureKind[]): string {
  if (failures.includes("passing"))
    return "Try again once, or answer without it and say so.";
  return failures.includes("query")
    ? "Try other words, or answer without it and say so."
    : "Trying again will not help: answer without it and say so.";
}

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
