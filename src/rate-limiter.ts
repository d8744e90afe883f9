/** A caller's requests in the minute of the clock that runs. */
export interface RequestCount {
  /** Requests in a minute. */
  readonly limit: number;
  /** Of them, after this one; 0 for the last one and for all too many. */
  readonly remaining: number;
  /** This one is too many. */
  readonly isExceeded: boolean;
  /** Milliseconds until requests are counted from nought again. */
  readonly resetMs: number;
}

/**
 * Counts requests of each caller, whatever they do at once. It is a brake, not a bill: a count may be lost, and some requests too many
 * let through, where keeping it would cost more. Throws when nothing could be counted.
 */
export interface RateLimiter {
  take(caller: string): Promise<RequestCount>;
}
