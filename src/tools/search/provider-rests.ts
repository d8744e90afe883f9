import type { SearchFailure, SearchProvider } from "./search-provider.ts";

/** How long a provider that failed is passed over, unless it asks for more. */
const REST_MS = 60_000;

/** A provider whose plan is used up may ask for a month; the operator may have mended it before. */
const MAX_REST_MS = 3_600_000;

interface Rest {
  readonly failure: SearchFailure;
  readonly until: number;
  /** The provider itself asked not to be asked before. */
  readonly notBefore: number;
}

export interface ProviderRests {
  begin(provider: SearchProvider, failure: SearchFailure): void;
  end(provider: SearchProvider): void;
  /** Which providers are not to be asked now, and how they failed. */
  find(
    providers: readonly SearchProvider[],
  ): ReadonlyMap<SearchProvider, SearchFailure>;
}

/**
 * Remembers which providers failed a short time ago, so that the next search need not wait for them again. Where all
 * of them rest, none is better than another: then only those rest that asked for it (`Retry-After`).
 */
export function createProviderRests({
  now,
}: {
  now: () => number;
}): ProviderRests {
  const rests = new Map<SearchProvider, Rest>();
  return {
    begin(provider, failure) {
      const askedMs = Math.min(failure.retryAfterMs ?? 0, MAX_REST_MS);
      rests.set(provider, {
        failure,
        until: now() + Math.max(REST_MS, askedMs),
        notBefore: now() + askedMs,
      });
    },
    end: (provider) => void rests.delete(provider),
    find(providers) {
      const isOneAwake = providers.some(
        (provider) => (rests.get(provider)?.until ?? 0) <= now(),
      );
      const resting = providers.flatMap((provider) => {
        const rest = rests.get(provider);
        const end = isOneAwake ? rest?.until : rest?.notBefore;
        return rest === undefined || end === undefined || end <= now()
          ? []
          : [[provider, rest.failure] as const];
      });
      return new Map(resting);
    },
  };
}
