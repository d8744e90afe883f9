import type { RequestCount } from "../rate-limiter.ts";

const MINUTE_MS = 60_000;

/** The minute of the clock, since the epoch. */
export function minuteOf(now: number): number {
  return Math.floor(now / MINUTE_MS);
}

/** What a caller is told of its requests in this minute. @param requests with this one */
export function countRequests({
  requests,
  limit,
  now,
}: {
  requests: number;
  limit: number;
  now: number;
}): RequestCount {
  return {
    limit,
    remaining: Math.max(limit - requests, 0),
    isExceeded: requests > limit,
    resetMs: (minuteOf(now) + 1) * MINUTE_MS - now,
  };
}
