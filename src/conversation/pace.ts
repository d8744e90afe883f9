/** When a platform may be called again at one address. */
export interface Pace {
  /**
   * Milliseconds until the next call may be made.
   * @param burst how many calls may be made at once after a time without any: platforms bear a few
   */
  waitMs(options?: { burst?: number }): number;
  /** Counts a call that was made. */
  count(): void;
  /** The platform wants to be left alone for so long. */
  pause(ms: number): void;
}

/** Spaces calls out by `intervalMs` on average: the generic cell rate algorithm, in the words of ITU-T I.371. */
export function createPace({
  intervalMs = 0,
  now = Date.now,
}: {
  intervalMs?: number;
  now?: () => number;
} = {}): Pace {
  /** When the calls so far would be through, had they been spaced out. */
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
