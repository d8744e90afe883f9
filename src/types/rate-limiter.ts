/** A rate limit. */
interface Rate {
  /** Maximum per window. */
  readonly limit: number;
  /** Length of a window; windows are aligned to the epoch. */
  readonly windowMs: number;
}

/** The count of the current window. */
export interface RateCount {
  readonly limit: number;
  /** How many more are allowed. */
  readonly remaining: number;
  /** This one exceeded the limit and was not counted. */
  readonly isExceeded: boolean;
  /** Milliseconds until the next window begins. */
  readonly resetMs: number;
}

/**
 * Counts actions per caller, address or person; safe under concurrency. Counts
 * of windows of up to two minutes may occasionally be lost, since keeping them
 * would cost more than it protects. Throws if nothing could be counted.
 */
export interface RateLimiter {
  /**
   * Counts one action. The key names the action and the actor, e.g.
   * `login/203.0.113.7`.
   */
  take(key: string, rate: Rate): Promise<RateCount>;
}
