/** How often something may be done. */
interface Rate {
  /** Times in one window. */
  readonly limit: number;
  /** Windows begin with those of the clock. */
  readonly windowMs: number;
}

/** What was done in the window that runs. */
export interface RateCount {
  readonly limit: number;
  /** How often it may still be done. */
  readonly remaining: number;
  /** This time was too often; it does not count. */
  readonly isExceeded: boolean;
  /** Milliseconds until the next window begins. */
  readonly resetMs: number;
}

/**
 * Counts how often a caller, an address or a person does something, whatever they do at the same time. Counts of windows of up to
 * two minutes may be lost now and then, where keeping them would cost more than they protect. Throws when nothing could be counted.
 */
export interface RateLimiter {
  /** Counts once more for the key: who does it, and what, e.g. `login/203.0.113.7`. */
  take(key: string, rate: Rate): Promise<RateCount>;
}
