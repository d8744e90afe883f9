import { askProvider } from "./ask-provider.ts";
import { cutQuery } from "./cut-query.ts";
import { createFindingCache } from "./finding-cache.ts";
import { type SearchReport, toFinding } from "./finding.ts";
import { createProviderRests } from "./provider-rests.ts";
import { type Miss, reportNothing } from "./report-nothing.ts";
import type { SearchProvider } from "./search-provider.ts";

export interface FallbackSearchOptions {
  /** Asked in this order, until one has found something. */
  providers: readonly SearchProvider[];
  /** For each provider, at most. */
  providerTimeoutMs?: number;
  /** Of the list of results, in UTF-16 units. */
  maxLength?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

export interface SearchOptions {
  signal: AbortSignal;
  /** For all providers together: none is asked so long that no time is left for the others. */
  timeoutMs: number;
  /** Whose answers are remembered; without it none are. */
  conversation?: string | undefined;
}

/** Throws `ToolError` when every provider fails, or the signal's reason. */
export type Search = (
  query: string,
  options: SearchOptions,
) => Promise<SearchReport>;

/** In code points; no provider takes longer queries. */
const MAX_QUERY_LENGTH = 500;

/** What the providers may take of the time; the rest is for telling what came of it. */
const SHARE_OF_PROVIDERS = 0.9;

/**
 * Asks providers in order until one has found something. One that failed rests for a minute; what was answered in a
 * conversation is remembered for ten.
 */
export function createFallbackSearch({
  providers,
  providerTimeoutMs = 6_000,
  maxLength = 1_500,
  now = Date.now,
}: FallbackSearchOptions): Search {
  const rests = createProviderRests({ now });
  const cache = createFindingCache({ now });

  const ask = async (
    provider: SearchProvider,
    query: string,
    { signal, timeoutMs, conversation }: SearchOptions,
  ) => {
    const outcome = await askProvider(provider, { query, signal, timeoutMs });
    if (outcome.kind === "failed") {
      if (outcome.failure.kind !== "query")
        rests.begin(provider, outcome.failure);
      return outcome;
    }
    rests.end(provider);
    const finding = toFinding(outcome.answer, { query, maxLength });
    cache.set({ conversation, provider: provider.name, query }, finding);
    return finding;
  };

  return async (text, options) => {
    options.signal.throwIfAborted();
    const query = cutQuery(text, { maxCharacters: MAX_QUERY_LENGTH });
    const { conversation } = options;
    const resting = rests.find(providers);
    const endsAt = now() + options.timeoutMs * SHARE_OF_PROVIDERS;
    const misses: Miss[] = [];
    for (const [index, provider] of providers.entries()) {
      const { name } = provider;
      const failure = resting.get(provider);
      const waiting = providers.slice(index).filter((one) => !resting.has(one));
      const fairShare = (endsAt - now()) / waiting.length;
      const timeoutMs = Math.min(providerTimeoutMs, fairShare);
      const outcome =
        cache.get({ conversation, provider: name, query }) ??
        (failure === undefined
          ? await ask(provider, query, { ...options, timeoutMs })
          : ({ kind: "failed", failure } as const));
      if (outcome.kind === "found") return outcome.report;
      misses.push({ provider: name, ...outcome });
    }
    return reportNothing(query, misses);
  };
}
