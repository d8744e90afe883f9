import type { Context } from "hono";
import type { Problem } from "../channel.ts";
import type { CounterChange, Counters, Sums } from "../counters.ts";
import type { ClientKey } from "./client-address.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import { createGuessDelay } from "./guess-delay.ts";
import { keepRunning } from "./keep-running.ts";
import { tryToCount } from "./try-to-count.ts";

const MINUTE_MS = 60_000;

/** Right keys that a process remembers until the minute is over, so that they need not be counted again. */
const MAX_REMEMBERED = 1_000;

/** What came of a check of somebody's key or signature. */
export type Verdict<Result> = {
  readonly result: Result;
  /** A key or signature was shown, and is wrong. */
  readonly isWrong: boolean;
};

/**
 * Bounds how many wrong keys and signatures an address may try in a minute. Where it has tried too many, keys that were not tried
 * before are not looked at any more, right or wrong. The same wrong key counts once a minute: a program with an old key does not
 * lock out its neighbours. Each wrong one that counts is answered later than the one before.
 */
export interface GuessGuard {
  /** The check's result, or the problem with that address. */
  check<Result>(
    context: Context,
    check: () => Promise<Verdict<Result>>,
  ): Promise<
    | { readonly kind: "checked"; readonly result: Result }
    | { readonly kind: "refused"; readonly problem: Problem }
  >;
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
      if (limit === 0) return passed((await check()).result);
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
        // Nobody guesses a signature: those that are right pass, whatever others at the address do.
        const { result, isWrong } = await check();
        const counting = isWrong
          ? await tryToCount(counters, [guesses])
          : undefined;
        if (counting?.kind === "refused")
          return refuse(limit, expiresAt - now());
        if (counting !== undefined) await delay(wrongIn(counting.sums[0]));
        return passed(result);
      }

      const guess = `${address}/guess/${minute}/${await hash(key)}`;
      if ((remembered.get(guess) ?? 0) > now())
        return passed((await check()).result);
      const once = {
        key: guess,
        add: { tried: 1 },
        atMost: { tried: 1 },
        expiresAt,
      };
      // Counted before it is looked at: many at once are no way round.
      const counting = await tryToCount(counters, [once, guesses]);
      if (counting?.kind === "refused" && counting.index === 1)
        return refuse(limit, expiresAt - now());
      const { result, isWrong } = await check();
      if (isWrong) {
        if (counting?.kind === "added") await delay(wrongIn(counting.sums[1]));
        return passed(result);
      }
      remember(guess, expiresAt);
      if (counting?.kind === "added") {
        const takenBack = { key: guesses.key, add: { wrong: -1 }, expiresAt };
        keepRunning(context, tryToCount(counters, [takenBack]));
      }
      return passed(result);
    },
  };
}

function wrongIn(sums: Sums | undefined): number {
  return sums?.["wrong"] ?? 1;
}

function passed<Result>(result: Result) {
  return { kind: "checked", result } as const;
}

function refuse(limit: number, waitMs: number) {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const problem: Problem = {
    status: 429,
    slug: "too-many-wrong-keys",
    title: "Too many wrong keys come from your address",
    detail: `More than ${limit} wrong keys or signatures came from this internet address within a minute: no other key is looked at. Check yours, and try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
  return { kind: "refused", problem } as const;
}
