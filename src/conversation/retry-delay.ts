/** Work on a turn is begun at most this often, then the user gets a notice. */
export const MAX_ATTEMPTS = 5;

const DELAYS_MS = [2_000, 15_000, 60_000, 300_000] as const;

/** How long to wait before the next attempt; a platform's own wish counts when it is longer. */
export function retryDelayMs({
  attempts,
  retryAfterMs = 0,
}: {
  attempts: number;
  retryAfterMs?: number | undefined;
}): number {
  const delay =
    DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1] ?? DELAYS_MS[0];
  return Math.max(delay, retryAfterMs);
}
