import type {
  SearchProvider,
  SearchResult,
} from "../../src/tools/search/search-provider.ts";

export interface ScriptedSearchProvider extends SearchProvider {
  /** What was searched for, in order. */
  readonly queries: readonly string[];
}

/** What a search comes to: results, an error that is thrown, or nothing until the signal is aborted. */
export type SearchScript = readonly SearchResult[] | Error | "hang";

/** A search provider that ends every search in the same way. */
export function createScriptedSearchProvider({
  name = "scripted",
  outcome,
}: {
  name?: string;
  outcome: SearchScript;
}): ScriptedSearchProvider {
  const queries: string[] = [];
  return {
    name,
    queries,
    async search(query, { signal }) {
      signal.throwIfAborted();
      queries.push(query);
      if (outcome === "hang")
        return await new Promise<never>((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}
