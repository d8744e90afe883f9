/** Attempts of a turn before the user gets an error notice. */
export const MAX_ATTEMPTS = 5;

/**
 * After this many attempts the turn is dropped without a notice, since even
 * writing that has failed, and later turns are waiting.
 */
export const MAX_ATTEMPTS_WITH_NOTICE = 2 * MAX_ATTEMPTS;

/**
 * Ten minutes in total: a short outage of a provider costs seconds, and most
 * longer ones are over by then.
 */
const DELAYS_MS = [2_000, 20_000, 120_000, 450_000] as const;

/**
 * Delay after the last attempt has crashed; only the notice remains to be sent.
 */
const NOTICE_DELAY_MS = 30_000;

/**
 * Delay from the start of an attempt to the next one if it crashes its process;
 * the same as between failed attempts. `attempts` includes the one that may
 * crash.
 */
export function revivalDelayMs(attempts: number): number {
  return attempts < MAX_ATTEMPTS ? retryDelayMs({ attempts }) : NOTICE_DELAY_MS;
}

/**
 * Delay before the next attempt: the backoff, or the platform's `Retry-After`
 * if that is longer.
 */
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

/** Shares of the time that a message may be tried again, by attempt. */
const ANSWER_SHARES = [1 / 60, 1 / 12, 5 / 24, 3 / 8] as const;

const ATTEMPT_SHARE = 1 / 12;

/** How much of that time an attempt needs at least. */
export function attemptMs(retryMs: number): number {
  return ATTEMPT_SHARE * retryMs;
}

/**
 * Delay before the next attempt to answer a message, or what the provider asks
 * for if that is longer; `undefined` if the attempt would not be over in time.
 */
export function answerDelayMs({
  attempts,
  spentMs,
  retryMs,
  retryAfterMs = 0,
}: {
  attempts: number;
  /** Since the first attempt began. */
  spentMs: number;
  /** How long a message is tried. */
  retryMs: number;
  retryAfterMs?: number | undefined;
}): number | undefined {
  const share = ANSWER_SHARES[attempts - 1];
  if (share === undefined) return undefined;
  const delayMs = Math.max(share * retryMs, retryAfterMs);
  const endMs = spentMs + delayMs + attemptMs(retryMs);
  return endMs <= retryMs ? delayMs : undefined;
}

/**
 * The delay that a server asks for: `retry-after-ms` (OpenAI), else
 * `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), else Feishu's
 * `x-ogw-ratelimit-reset` in seconds.
 */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const milliseconds = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (milliseconds >= 0) return milliseconds;
  const retryAfter =
    headers.get("retry-after") ?? headers.get("x-ogw-ratelimit-reset") ?? "";
  // Some servers send fractions of seconds.
  const delayMs = /^\d+(?:\.\d+)?$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(delayMs) ? undefined : Math.max(delayMs, 0);
}
