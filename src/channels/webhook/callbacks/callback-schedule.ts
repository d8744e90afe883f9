const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Behind the first attempt, and so on. */
const DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
] as const;

/** The first one, and one behind each delay. */
export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** A receiver's wish beyond that would only keep it from being told. */
const MAX_RETRY_AFTER_MS = 6 * HOUR_MS;

/** Up to so much of a delay comes on top, so that receivers which come back are not asked by all at once. */
const JITTER = 0.2;

/**
 * How long after an attempt the next one comes; a receiver's own wish counts where it is longer, up to six hours.
 * `undefined`: none comes.
 * @param random from 0 up to 1
 */
export function delayAfterAttempt({
  attemptsLeft,
  retryAfterMs = 0,
  random,
}: {
  attemptsLeft: number;
  retryAfterMs?: number | undefined;
  random: () => number;
}): number | undefined {
  if (attemptsLeft <= 0) return undefined;
  const delay = DELAYS_MS[DELAYS_MS.length - attemptsLeft] ?? DELAYS_MS[0];
  const wish = Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
  return Math.round(Math.max(delay, wish) * (1 + JITTER * random()));
}
