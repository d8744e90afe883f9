/** How long the answer to the first wrong guess of an address waits; each next one waits twice as long. */
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4_000;

/** Waits before a wrong guess is answered. */
export type GuessDelay = (
  /** Wrong ones that count at this address, with this one. */
  wrong: number,
) => Promise<void>;

/** 250 ms, doubled with each wrong guess, up to 4 s: a program that tries one after the other gets nowhere. */
export function createGuessDelay({
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: {
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
} = {}): GuessDelay {
  return async (wrong) => {
    await sleep(Math.min(FIRST_DELAY_MS * 2 ** (wrong - 1), MAX_DELAY_MS));
  };
}
