import type { Counters } from "../types/counters.ts";
import type { RateLimiter } from "../types/rate-limiter.ts";

/**
 * Rate limits on top of counters, in fixed windows.
 * @param counters keys are independent, so counters may be sharded by key
 */
export function createRateLimiter({
  counters,
  now = Date.now,
}: {
  counters: Counters;
  now?: () => number;
}): RateLimiter {
  return {
    async take(key, { limit, windowMs }) {
      const at = now();
      const window = Math.floor(at / windowMs);
      const endsAt = (window + 1) * windowMs;
      const counting = await counters.add([
        {
          key: `${key}/${windowMs}/${window}`,
          add: { taken: 1 },
          atMost: { taken: limit },
          expiresAt: endsAt,
        },
      ]);
      const taken =
        counting.kind === "added" ? counting.sums[0]?.["taken"] : limit;
      return {
        limit,
        remaining: limit - (taken ?? 0),
        isExceeded: counting.kind === "refused",
        resetMs: endsAt - at,
      };
    },
  };
}
