/** Rate limit for calls to a platform at one address. */
export interface Pace {
  /**
   * Milliseconds until the next call may be made.
   * @param burst number of calls allowed at once after an idle time
   */
  waitMs(options?: { burst?: number }): number;
  /** Counts a call that was made. */
  count(): void;
  /** Allows no calls for that long, as the platform demanded. */
  pause(ms: number): void;
}

/**
 * Spaces calls by `intervalMs` on average: the generic cell rate algorithm of
 * ITU-T I.371.
 */
export function createPace({
  intervalMs = 0,
  now = Date.now,
}: {
  intervalMs?: number;
  now?: () => number;
} = {}): Pace {
  /** The algorithm's theoretical arrival time. */
  let throughAt = 0;
  let pausedUntil = 0;
  return {
    waitMs: ({ burst = 1 } = {}) =>
      Math.max(
        0,
        pausedUntil - now(),
        throughAt - (burst - 1) * intervalMs - now(),
      ),
    count() {
      throughAt = Math.max(throughAt, now()) + intervalMs;
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms);
    },
  };
}
