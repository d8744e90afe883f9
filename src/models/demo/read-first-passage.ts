import { readFirstEntry, type SearchResult } from "./read-first-result.ts";

/** How the library begins where no passage has all words. */
const PARTIAL = /^No passage has all these words[^\n]*\n\n/;

/** The first passage that the library lists, if it does, whole; and whether that has only some of the words. */
export function readFirstPassage(observation: string): {
  passage: SearchResult | undefined;
  isPartial: boolean;
} {
  const list = observation.replace(PARTIAL, "");
  const entry = readFirstEntry(list);
  return {
    passage: entry && { ...entry, text: closeCode(entry.text) },
    isPartial: list.length < observation.length,
  };
}

/** A block of code may have been cut. */
function closeCode(text: string): string {
  const marks = text.match(/^ *```/gm)?.length ?? 0;
  return marks % 2 === 0 ? text : `${text}\n\`\`\``;
}
