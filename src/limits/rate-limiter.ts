import type { Counters } from "../counters.ts";
import type { RateLimiter } from "../rate-limiter.ts";

/**
 * Rate limits over counters, in fixed windows of the clock.
 * @param counters those of one key may lie together; keys have nothing to do with each other
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
