import type {
  SearchAnswer,
  SearchProvider,
  SearchResult,
} from "../../src/tools/search/search-provider.ts";

export interface ScriptedSearchProvider extends SearchProvider {
  /** What was searched for, in order. */
  readonly queries: readonly string[];
}

/** What a search returns: results, a whole answer, an error that is thrown, or nothing until the signal is aborted. */
export type SearchScript =
  readonly SearchResult[] | SearchAnswer | Error | "hang";

/** A search provider that ends every search in the same way, or each as the function says. */
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
