import type { Library, LibraryAnswer } from "../../src/library.ts";

export interface ScriptedLibrary extends Library {
  /** All that it was asked, oldest first. */
  readonly queries: readonly string[];
}

/** A library that answers everything alike; by itself it is empty. */
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
