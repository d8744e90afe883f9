import type { Context } from "hono";
import type { CounterChange, Counters, Sums } from "../types/counters.ts";
import { tryToCount } from "./limit-requests.ts";
import { keepRunning, type ClientKey } from "./platform-context.ts";
import { refuse, toSeconds, type Refusal } from "./problems.ts";
import type { KeyedHash } from "./secrets.ts";

const MINUTE_MS = 60_000;

/**
 * Valid keys that a process remembers: for the rest of the minute, they are not
 * counted again, and while nothing can be counted, only they are checked.
 */
const MAX_REMEMBERED = 1_000;

/** A caller whose key or signature was rejected. */
export interface CallerRefusal extends Refusal {
  /** A key or signature was sent and is wrong: possibly a guess. */
  readonly isWrong: boolean;
}

/**
 * Limits wrong keys and signatures per address and minute. Above the limit,
 * keys that the address has not tried before are rejected unchecked. The same
 * wrong key counts once, so a client with an outdated key does not lock out
 * others at its address. Each counted guess delays its response. While nothing
 * can be counted, unknown keys are rejected unchecked: nobody may guess without
 * a limit. Signatures are checked, since they cannot be guessed.
 */
export interface GuessGuard {
  /** Returns the result of `check`, or a 429 or 503 refusal. */
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
  /** Wrong keys per address and minute; 0: no limit. */
  limit: number;
  /** Must store counters with the same address prefix together. */
  counters: Counters;
  clientKey: ClientKey;
  /** Hashes keys, with a secret for this purpose only. */
  hash: KeyedHash;
  now?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
}): GuessGuard {
  const delay = createGuessDelay({ sleep });
  const remembered = new Map<string, number>();

  const remember = (guess: string, until: number): void => {
    const [oldest] = remembered.keys();
    const isFull = remembered.size >= MAX_REMEMBERED && !remembered.has(guess);
    if (isFull && oldest !== undefined) remembered.delete(oldest);
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
        // Signatures cannot be guessed, so valid ones pass regardless of
        // failures at the same address.
        const result = await check();
        if (!isGuess(result)) return result;
        const counting = await tryToCount(counters, [guesses]);
        if (counting?.kind === "refused")
          return tooManyGuesses(limit, expiresAt - now());
        if (counting !== undefined) await delay(wrongIn(counting.sums[0]));
        return result;
      }

      const hashed = await hash(key);
      const guess = `${address}/${hashed}`;
      if ((remembered.get(guess) ?? 0) > now()) return check();
      const once = {
        key: `${address}/guess/${minute}/${hashed}`,
        add: { tried: 1 },
        atMost: { tried: 1 },
        expiresAt,
      };
      // Counted before the check, so that concurrent guesses cannot bypass the
      // limit.
      const counting = await tryToCount(counters, [once, guesses]);
      if (counting?.kind === "refused" && counting.index === 1)
        return tooManyGuesses(limit, expiresAt - now());
      if (counting === undefined && !remembered.has(guess)) return UNCOUNTED;
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

const UNCOUNTED = refuse({
  status: 503,
  slug: "busy",
  title: "Keys cannot be checked right now",
  detail:
    "Failed authentication attempts cannot be counted at the moment, so your key was not checked. Nothing was done. Try again.",
  retryAfterSeconds: 5,
});

export function tooManyGuesses(limit: number, waitMs: number): Refusal {
  const retryAfterSeconds = toSeconds(waitMs);
  return refuse({
    status: 429,
    slug: "too-many-wrong-keys",
    title: "Too many failed authentication attempts",
    detail: `Your IP address sent more than ${limit} invalid keys or signatures within a minute, so new keys from it are rejected. Check your key and retry in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4_000;

/**
 * Delays the response to a wrong guess: 250 ms, doubled per guess up to 4 s.
 */
export function createGuessDelay({
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: {
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
} = {}) {
  /**
   * @param wrong number of guesses counted for this address, including this one
   */
  return async (wrong: number): Promise<void> => {
    await sleep(Math.min(FIRST_DELAY_MS * 2 ** (wrong - 1), MAX_DELAY_MS));
  };
}
