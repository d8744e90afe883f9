import { createGuessDelay } from "../../http/guess-guard.ts";
import { refuse, toSeconds, type Refusal } from "../../http/problems.ts";
import type { CounterChange, Counters } from "../../types/counters.ts";

const WINDOW_MS = 10 * 60_000;

/**
 * Wrong passwords per ten minutes; reasons:
 * docs/decisions/2026-11-23-strangers.md
 */
const LIMITS = { address: 10, device: 10, strangers: 100 };

type LoginAttempt =
  | { readonly kind: "right"; readonly cookie: string }
  | { readonly kind: "wrong" }
  | Refusal;

export interface LoginCandidate {
  /** A `ClientKey`. */
  readonly address: string;
  /**
   * From `WebAccess.findDevice`. Known devices are not locked out by strangers'
   * attempts.
   */
  readonly device: string | undefined;
}

/**
 * Limits wrong passwords per address and per device; browsers that have never
 * logged in share one limit. Counts an attempt before it checks the password,
 * and takes it back if the password was right. Throws if counting fails.
 */
export interface LoginGuard {
  attempt(
    candidate: LoginCandidate,
    /** Returns the cookie if the password is right. */
    login: () => Promise<string | undefined>,
  ): Promise<LoginAttempt>;
}

export function createLoginGuard({
  counters,
  now = Date.now,
  sleep,
}: {
  counters: Counters;
  now?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
}): LoginGuard {
  const delay = createGuessDelay({ sleep });
  return {
    async attempt({ address, device }, login) {
      const window = Math.floor(now() / WINDOW_MS);
      const expiresAt = (window + 1) * WINDOW_MS;
      const attemptOf = (key: string, limit: number): CounterChange => ({
        key: `${key}/logins/${window}`,
        add: { wrong: 1 },
        atMost: { wrong: limit },
        expiresAt,
      });
      const own = attemptOf(address, LIMITS.address);
      const group =
        device === undefined
          ? attemptOf("everybody/strangers", LIMITS.strangers)
          : attemptOf(`device/${device}`, LIMITS.device);

      const counting = await counters.add([own]);
      if (counting.kind === "refused") return lock(expiresAt - now());
      // Second, so that a rejected address does not use up the others' share.
      if ((await counters.add([group])).kind === "refused") {
        await counters.add([revert(own)]);
        return lock(expiresAt - now());
      }
      const cookie = await login();
      if (cookie !== undefined) {
        await Promise.all(
          [own, group].map((change) => counters.add([revert(change)])),
        );
        return { kind: "right", cookie };
      }
      await delay(counting.sums[0]?.["wrong"] ?? 1);
      return { kind: "wrong" };
    },
  };
}

function revert({ key, expiresAt }: CounterChange): CounterChange {
  return { key, add: { wrong: -1 }, expiresAt };
}

function lock(waitMs: number): Refusal {
  const retryAfterSeconds = toSeconds(waitMs);
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return refuse({
    status: 429,
    slug: "too-many-guesses",
    title: "Too many wrong passwords",
    detail: `Password entry is locked. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    retryAfterSeconds,
  });
}
