import { ToolError } from "../../errors.ts";
import type { Finding, SearchReport } from "./finding.ts";
import type { FailureKind, SearchFailure } from "./search-provider.ts";
import { shorten } from "./shorten.ts";

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
