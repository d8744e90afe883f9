import type { Context } from "hono";
import type { CounterChange, Counters, Sums } from "../counters.ts";
import { tryToCount } from "./limits.ts";
import { type ClientKey, keepRunning } from "./platform-context.ts";
import { type Refusal, refuse, toSeconds } from "./problems.ts";
import type { KeyedHash } from "./secrets.ts";

const MINUTE_MS = 60_000;

/** Right keys that a process remembers until the minute is over, so that they need not be counted again. */
const MAX_REMEMBERED = 1_000;

/** A caller that is turned away by the check of its key or signature. */
export interface CallerRefusal extends Refusal {
  /** A key or signature was shown, and is wrong: it may be a guess. */
  readonly isWrong: boolean;
}

/**
 * Bounds how many wrong keys and signatures an address may try in a minute; then keys that it has not tried before are refused unseen.
 * The same wrong key counts once: a program with an old key does not lock out its neighbours. Each that counts is answered later.
 */
export interface GuessGuard {
  /** The check's result, or the problem with that address. */
  check<Known extends { readonly kind: "known" }>(
    context: Context,
    check: () => Promise<Known | CallerRefusal>,
  ): Promise<Known | Refusal>;
}

export function createGuessGuard({
  limit,
  counters,
  clientKey,
  hash,
  now = Date.now,
  sleep,
}: {
  /** Wrong ones of an address in a minute; 0: no limit. */
  limit: number;
  /** Keys that begin with the same address lie together there. */
  counters: Counters;
  clientKey: ClientKey;
  /** Of keys, under a key for this purpose alone. */
  hash: KeyedHash;
  now?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
}): GuessGuard {
  const delay = createGuessDelay({ sleep });
  const remembered = new Map<string, number>();

  const remember = (guess: string, until: number): void => {
    const [oldest] = remembered.keys();
    if (remembered.size >= MAX_REMEMBERED && oldest !== undefined)
      remembered.delete(oldest);
    remembered.set(guess, until);
  };

  return {
    async check(context, check) {
      if (limit === 0) return check();
      const minute = Math.floor(now() / MINUTE_MS);
      const expiresAt = (minute + 1) * MINUTE_MS;
      const address = await clientKey(context);
      const guesses: CounterChange = {
        key: `${address}/guesses/${minute}`,
        add: { wrong: 1 },
        atMost: { wrong: limit },
        expiresAt,
      };
      const key = context.req.header("authorization");
      if (key === undefined) {
        // Nobody guesses a signature: right ones pass, whatever others at the address do.
        const result = await check();
        if (!isGuess(result)) return result;
        const counting = await tryToCount(counters, [guesses]);
        if (counting?.kind === "refused")
          return tooManyGuesses(limit, expiresAt - now());
        if (counting !== undefined) await delay(wrongIn(counting.sums[0]));
        return result;
      }

      const guess = `${address}/guess/${minute}/${await hash(key)}`;
      if ((remembered.get(guess) ?? 0) > now()) return check();
      const once = {
        key: guess,
        add: { tried: 1 },
        atMost: { tried: 1 },
        expiresAt,
      };
      // Counted before it is looked at: many at once are no way round.
      const counting = await tryToCount(counters, [once, guesses]);
      if (counting?.kind === "refused" && counting.index === 1)
        return tooManyGuesses(limit, expiresAt - now());
      const result = await check();
      if (isGuess(result)) {
        if (counting?.kind === "added") await delay(wrongIn(counting.sums[1]));
        return result;
      }
      remember(guess, expiresAt);
      if (counting?.kind === "added") {
        const takenBack = { key: guesses.key, add: { wrong: -1 }, expiresAt };
        keepRunning(context, tryToCount(counters, [takenBack]));
      }
      return result;
    },
  };
}

function isGuess(result: { readonly kind: "known" } | CallerRefusal): boolean {
  return result.kind === "refused" && result.isWrong;
}

function wrongIn(sums: Sums | undefined): number {
  return sums?.["wrong"] ?? 1;
}

function tooManyGuesses(limit: number, waitMs: number): Refusal {
  const retryAfterSeconds = toSeconds(waitMs);
  return refuse({
    status: 429,
    slug: "too-many-wrong-keys",
    title: "Too many failed authentication attempts",
    detail: `Your IP address sent more than ${limit} invalid keys or signatures within a minute, so new keys from it are rejected. Check your key and retry in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
}

/** How long the answer to the first wrong guess of an address waits; each next one waits twice as long. */
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4_000;

/** 250 ms, doubled with each wrong guess, up to 4 s: a program that tries one after the other gets nowhere. */
export function createGuessDelay({
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: {
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
} = {}) {
  /** @param wrong guesses that count at this address, with this one */
  return async (wrong: number): Promise<void> => {
    await sleep(Math.min(FIRST_DELAY_MS * 2 ** (wrong - 1), MAX_DELAY_MS));
  };
}
