import * as z from "zod";
import type { Tool } from "../../ports.ts";
import {
  createFallbackSearch,
  type FallbackSearchOptions,
  type SearchOptions,
} from "./fallback-search.ts";

const input = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .describe("What to search for: a few words, e.g. Ada Lovelace birthplace"),
});

/** A search in whatever providers the deployment has. Its tool error says why every one of them failed. */
export function createSearchTool(
  options: FallbackSearchOptions,
): Tool<typeof input> {
  const search = createFallbackSearch(options);
  return {
    name: "search",
    description:
      "Searches for facts about people, places, things and events. Use it for what you do not know for sure. Input: a few telling words in the language of the answer, without a question.",
    input,
    async run({ query }, runOptions: SearchOptions) {
      const { text } = await search(query, runOptions);
      return text;
    },
  };
}
