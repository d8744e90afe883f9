/** Work on a turn is begun at most this often, then the user gets a notice. */
export const MAX_ATTEMPTS = 5;

/** Past this the turn is given up without a notice: not even that can be written, and the next turns wait. */
export const MAX_ATTEMPTS_WITH_NOTICE = 2 * MAX_ATTEMPTS;

/** Ten minutes in all: a provider's short trouble costs seconds, and one that lasts is mostly over by then. */
const DELAYS_MS = [2_000, 20_000, 120_000, 450_000] as const;

/** When the turn is looked at again whose last attempt has killed its process: what is left is the notice. */
const NOTICE_DELAY_MS = 30_000;

/**
 * How long after its begin an attempt that kills its process is followed by the next one; `attempts` counts it. The times
 * are those between attempts that fail.
 */
export function revivalDelayMs(attempts: number): number {
  return attempts < MAX_ATTEMPTS ? retryDelayMs({ attempts }) : NOTICE_DELAY_MS;
}

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

/** How long a server asks to wait: `retry-after-ms` (OpenAI), else `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or Feishu's own name for it. */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const milliseconds = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (milliseconds >= 0) return milliseconds;
  const retryAfter =
    headers.get("retry-after") ?? headers.get("x-ogw-ratelimit-reset") ?? "";
  // Some servers send fractions.
  const delayMs = /^\d+(?:\.\d+)?$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(delayMs) ? undefined : Math.max(delayMs, 0);
}
