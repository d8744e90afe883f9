const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4_000;

/**
 * How long the response to a wrong guess is delayed: 250 ms, doubled per guess
 * up to 4 s.
 * @param wrong number of guesses counted for this address, including this one
 */
export function guessDelayMs(wrong: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (wrong - 1), MAX_DELAY_MS);
}
