import type { Context } from "hono";
import { guessDelayMs } from "../limits/guess-delay.ts";
import type { Limiter } from "../limits/limiter.ts";
import { createRecent } from "../runtime/recent.ts";
import { countOf } from "../text/text.ts";
import { keepRunning, type ClientKey } from "./platform-context.ts";
import { refuse, toSeconds, type Refusal } from "./problems.ts";
import type { KeyedHash } from "./secrets.ts";

const MINUTE_MS = 60_000;

/**
 * Valid keys that a process remembers: for a minute, they are not counted
 * again, and while nothing can be counted, only they are checked.
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
  limiter,
  clientKey,
  hash,
  now = Date.now,
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: {
  /** Wrong keys per address and minute; 0: no limit. */
  limit: number;
  limiter: Limiter;
  clientKey: ClientKey;
  /** Hashes keys, with a secret for this purpose only. */
  hash: KeyedHash;
  now?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
}): GuessGuard {
  /** Until when a key is remembered. */
  const remembered = createRecent<number>(MAX_REMEMBERED);

  return {
    async check(context, check) {
      if (limit === 0) return check();
      const address = await clientKey(context);
      const windowMs = MINUTE_MS;
      // Given back if the key is right.
      const guesses = {
        key: `${address}/guesses`,
        limit,
        windowMs,
        isHeld: true,
      };
      const key = context.req.header("authorization");
      if (key === undefined) {
        // Signatures cannot be guessed, so valid ones pass regardless of
        // failures at the same address.
        const result = await check();
        if (!isGuess(result)) return result;
        const taking = await limiter.take([guesses]);
        if (taking.kind === "exceeded")
          return tooManyGuesses(limit, taking.resetMs);
        if (taking.kind === "taken") await sleep(guessDelayMs(taking.sum));
        return result;
      }

      const hashed = await hash(key);
      const guess = `${address}/${hashed}`;
      const until = remembered.get(guess);
      if (until !== undefined && until > now()) return check();
      const once = { key: `${address}/guess/${hashed}`, limit: 1, windowMs };
      // Counted before the check, so that concurrent guesses cannot bypass the
      // limit.
      const taking = await limiter.take([once, guesses]);
      if (taking.kind === "exceeded" && taking.limit === guesses)
        return tooManyGuesses(limit, taking.resetMs);
      if (taking.kind === "uncounted" && until === undefined) return UNCOUNTED;
      const result = await check();
      if (isGuess(result)) {
        if (taking.kind === "taken") await sleep(guessDelayMs(taking.sum));
        return result;
      }
      remembered.set(guess, now() + MINUTE_MS);
      if (taking.kind === "taken") keepRunning(context, taking.release());
      return result;
    },
  };
}

function isGuess(result: { readonly kind: "known" } | CallerRefusal): boolean {
  return result.kind === "refused" && result.isWrong;
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
    detail: `Your IP address sent more than ${limit} invalid keys or signatures within a minute, so new keys from it are rejected. Check your key and retry in ${countOf(retryAfterSeconds, "second")}.`,
    retryAfterSeconds,
  });
}
