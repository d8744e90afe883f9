import * as z from "zod";
import { describeFailure } from "../../describe-failure.ts";
import { ToolError } from "../../errors.ts";
import type { Tool } from "../../ports.ts";
import { createTimeLimit } from "../../time-limit.ts";
import { formatResults } from "./format-results.ts";
import {
  SearchFailure,
  type SearchProvider,
  type SearchResult,
} from "./search-provider.ts";
import { shorten } from "./shorten.ts";

const input = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .describe("What to search for: a few words, e.g. Ada Lovelace birthplace"),
});

export interface SearchToolOptions {
  /** Asked in this order, until one has found something. */
  providers: readonly SearchProvider[];
  /** For each provider. */
  timeoutMs?: number;
}

/** Searches the first provider that answers. When every one of them fails, the model learns why by a `ToolError`. */
export function createSearchTool({
  providers,
  timeoutMs = 6_000,
}: SearchToolOptions): Tool<typeof input> {
  return {
    name: "search",
    description:
      "Searches for facts about people, places, things and events. Use it for what you do not know for sure. Input: a few telling words in the language of the answer, without a question.",
    input,
    async run({ query }, { signal }) {
      const failures: string[] = [];
      for (const provider of providers) {
        const outcome = await ask({ provider, query, signal, timeoutMs });
        if (outcome.kind === "failed")
          failures.push(`${provider.name}: ${outcome.reason}`);
        else if (outcome.results.length > 0)
          return formatResults(outcome.results);
      }
      if (failures.length === providers.length)
        throw new ToolError(
          `The search failed (${failures.join("; ")}). Try again once, or answer without it and say so.`,
        );
      return `Nothing found for "${shorten(query, 100)}". Try other words.`;
    },
  };
}

type Outcome =
  | { readonly kind: "answered"; readonly results: readonly SearchResult[] }
  | { readonly kind: "failed"; readonly reason: string };

async function ask({
  provider,
  query,
  signal,
  timeoutMs,
}: {
  provider: SearchProvider;
  query: string;
  signal: AbortSignal;
  timeoutMs: number;
}): Promise<Outcome> {
  signal.throwIfAborted();
  using limit = createTimeLimit({ ms: timeoutMs, signal });
  try {
    const results = await provider.search(query, { signal: limit.signal });
    return { kind: "answered", results };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.isOver)
      return failed(`no answer within ${timeoutMs / 1000} seconds`);
    if (error instanceof SearchFailure) return failed(error.message);
    console.error(
      JSON.stringify({
        event: "search provider failed",
        provider: provider.name,
        ...describeFailure(error),
      }),
    );
    return failed("an unexpected error");
  }
}

function failed(reason: string): Outcome {
  return { kind: "failed", reason };
}
