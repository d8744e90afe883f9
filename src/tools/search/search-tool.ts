import * as z from "zod";
import { createTimeLimit } from "../../runtime/abort.ts";
import { logError } from "../../runtime/log.ts";
import type { Tool } from "../../types/tool.ts";
import { cutQuery } from "./fetch-json.ts";
import {
  reportNothing,
  toFinding,
  type Miss,
  type SearchReport,
} from "./results.ts";
import { SearchFailure, type SearchProvider } from "./search-provider.ts";

const input = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .describe("What to search for: a few words, e.g. Ada Lovelace birthplace"),
});

/**
 * Creates the search tool over the deployment's providers. Throws `ToolError`,
 * with each provider's reason, if all fail.
 */
export function createSearchTool(
  options: FallbackSearchOptions,
): Tool<typeof input> {
  const search = createFallbackSearch(options);
  return {
    name: "search",
    description:
      "For facts that you are not sure of. Input: a few telling words in the language of the answer.",
    input,
    // The operator's index may contain private documents.
    ...(options.providers.every(({ name }) => name !== "elasticsearch") && {
      isPublic: true,
    }),
    run: ({ query }, runOptions) => search(query, runOptions),
  };
}

export interface FallbackSearchOptions {
  /** Tried in this order until one finds something. */
  providers: readonly SearchProvider[];
  /** Time limit per provider. */
  providerTimeoutMs?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

interface SearchOptions {
  signal: AbortSignal;
  /** Time limit for all providers; each gets an equal share. */
  timeoutMs: number;
}

/** Throws `ToolError` if every provider fails, or the signal's reason. */
type Search = (query: string, options: SearchOptions) => Promise<SearchReport>;

/** In code points; no provider accepts longer queries. */
const MAX_QUERY_LENGTH = 500;

/** Of the list of results, in UTF-16 units. */
const MAX_LENGTH = 1_500;

/** The providers' share of the time limit; the rest is for reporting. */
const SHARE_OF_PROVIDERS = 0.9;

/** The next searches need not wait for a failed provider again. */
const COOLDOWN_MS = 60_000;

/**
 * Tries providers in order until one finds something. Skips a failed one for a
 * minute, unless all have failed.
 */
export function createFallbackSearch({
  providers,
  providerTimeoutMs = 6_000,
  now = Date.now,
}: FallbackSearchOptions): Search {
  const cooldowns = new Map<
    SearchProvider,
    { readonly failure: SearchFailure; readonly until: number }
  >();

  /** The providers to skip now, with their failures. */
  const findSkipped = (): ReadonlyMap<SearchProvider, SearchFailure> => {
    const skipped = [...cooldowns].filter(([, { until }]) => until > now());
    return new Map(
      skipped.length < providers.length
        ? skipped.map(([provider, { failure }]) => [provider, failure])
        : [],
    );
  };

  const ask = async (
    provider: SearchProvider,
    query: string,
    { signal, timeoutMs }: SearchOptions,
  ) => {
    signal.throwIfAborted();
    using limit = createTimeLimit({ ms: timeoutMs, signal });
    try {
      const answer = await provider.search(query, { signal: limit.signal });
      cooldowns.delete(provider);
      return toFinding(answer, { query, maxLength: MAX_LENGTH });
    } catch (error) {
      signal.throwIfAborted();
      const failure = limit.isOver ? tooSlow(timeoutMs) : error;
      return failed(provider, failure);
    }
  };

  /** Logs the failure, since the operator can fix many. */
  const failed = (provider: SearchProvider, error: unknown) => {
    const isExpected = error instanceof SearchFailure;
    const failure = isExpected
      ? error
      : new SearchFailure("an unexpected error");
    logError("search provider failed", {
      provider: provider.name,
      reason: failure.message,
      ...(!isExpected && { error }),
    });
    if (failure.kind !== "query")
      cooldowns.set(provider, { failure, until: now() + COOLDOWN_MS });
    return { kind: "failed", failure } as const;
  };

  return async (text, options) => {
    options.signal.throwIfAborted();
    const query = cutQuery(text, { maxCharacters: MAX_QUERY_LENGTH });
    const skipped = findSkipped();
    const timeoutMs = Math.min(
      providerTimeoutMs,
      (options.timeoutMs * SHARE_OF_PROVIDERS) / providers.length,
    );
    const misses: Miss[] = [];
    for (const provider of providers) {
      const failure = skipped.get(provider);
      const outcome =
        failure === undefined
          ? await ask(provider, query, { ...options, timeoutMs })
          : ({ kind: "failed", failure } as const);
      if (outcome.kind === "found") return outcome.report;
      misses.push({ provider: provider.name, ...outcome });
    }
    return reportNothing(query, misses);
  };
}

function tooSlow(timeoutMs: number): SearchFailure {
  const seconds = Number((timeoutMs / 1000).toPrecision(2));
  return new SearchFailure(`no answer within ${seconds} seconds`);
}
