import type {
  SearchAnswer,
  SearchProvider,
  SearchResult,
} from "../../src/tools/search/search-provider.ts";

export interface ScriptedSearchProvider extends SearchProvider {
  /** All queries, in order. */
  readonly queries: readonly string[];
}

/**
 * Outcome of a search: results, a complete answer, an error to throw, or
 * hanging until the signal is aborted.
 */
export type SearchScript =
  readonly SearchResult[] | SearchAnswer | Error | "hang";

/**
 * A search provider that always has the same outcome, or the one the function
 * returns.
 */
export function createScriptedSearchProvider({
  name = "scripted",
  outcome,
}: {
  name?: string;
  outcome: SearchScript | (() => SearchScript);
}): ScriptedSearchProvider {
  const queries: string[] = [];
  return {
    name,
    queries,
    async search(query, { signal }) {
      signal.throwIfAborted();
      queries.push(query);
      const script = typeof outcome === "function" ? outcome() : outcome;
      if (script === "hang")
        return await new Promise<never>((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      if (script instanceof Error) throw script;
      return "results" in script ? script : { results: script };
    },
  };
}
