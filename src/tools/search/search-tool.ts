import * as z from "zod";
import type { Tool } from "../../ports.ts";
import {
  createFallbackSearch,
  type FallbackSearchOptions,
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
      "For facts that you are not sure of. Input: a few telling words in the language of the answer.",
    input,
    run: ({ query }, runOptions) => search(query, runOptions),
  };
}
