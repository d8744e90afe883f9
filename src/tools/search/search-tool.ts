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
  now?: () => number;
}

interface SearchOptions {
  signal: AbortSignal;
  /** Time limit for all providers. Each gets an equal share of what is left. */
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
 * Caps `Retry-After`: an exhausted plan may ask for a month, but the operator
 * may fix it sooner.
 */
const MAX_COOLDOWN_MS = 3_600_000;

/**
 * Tries providers in order until one finds something. Skips a failed one for a
 * minute, or for its `Retry-After` if that is longer. If all have failed, only
 * those with a `Retry-After` are skipped.
 */
export function createFallbackSearch({
  providers,
  providerTimeoutMs = 6_000,
  now = Date.now,
}: FallbackSearchOptions): Search {
  const cooldowns = new Map<
    SearchProvider,
    {
      readonly failure: SearchFailure;
      readonly until: number;
      /** End of the provider's own `Retry-After`. */
      readonly notBefore: number;
    }
  >();

  /** The providers to skip now, with their failures. */
  const findSkipped = (): ReadonlyMap<SearchProvider, SearchFailure> => {
    const skippedBy = (end: "until" | "notBefore") =>
      [...cooldowns].flatMap(([provider, cooldown]) =>
        cooldown[end] > now() ? [[provider, cooldown.failure] as const] : [],
      );
    const skipped = skippedBy("until");
    return new Map(
      skipped.length < providers.length ? skipped : skippedBy("notBefore"),
    );
  };

  const coolDown = (provider: SearchProvider, failure: SearchFailure): void => {
    const retryAfterMs = Math.min(failure.retryAfterMs ?? 0, MAX_COOLDOWN_MS);
    const until = now() + Math.max(COOLDOWN_MS, retryAfterMs);
    cooldowns.set(provider, {
      failure,
      until,
      notBefore: now() + retryAfterMs,
    });
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
    if (failure.kind !== "query") coolDown(provider, failure);
    return { kind: "failed", failure } as const;
  };

  return async (text, options) => {
    options.signal.throwIfAborted();
    const query = cutQuery(text, { maxCharacters: MAX_QUERY_LENGTH });
    const skipped = findSkipped();
    const endsAt = now() + options.timeoutMs * SHARE_OF_PROVIDERS;
    const misses: Miss[] = [];
    for (const [index, provider] of providers.entries()) {
      const waiting = providers.slice(index).filter((one) => !skipped.has(one));
      const timeoutMs = Math.min(
        providerTimeoutMs,
        (endsAt - now()) / waiting.length,
      );
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
