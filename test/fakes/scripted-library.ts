import type { Library, LibraryAnswer } from "../../src/types/library.ts";

export interface ScriptedLibrary extends Library {
  /** All queries, oldest first. */
  readonly queries: readonly string[];
}

/** A library that always returns the same answer; empty by default. */
export function createScriptedLibrary(
  answer: LibraryAnswer = { kind: "nothing", documents: 0, titles: [] },
): ScriptedLibrary {
  const queries: string[] = [];
  return {
    queries,
    async search(query, { signal }) {
      signal.throwIfAborted();
      queries.push(query);
      return answer;
    },
  };
}
