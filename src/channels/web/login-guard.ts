import type { CounterChange, Counters } from "../../counters.ts";
import { createGuessDelay } from "../guess-guard.ts";
import { type Refusal, refuse, toSeconds } from "../problems.ts";

const WINDOW_MS = 10 * 60_000;

/** Wrong passwords in ten minutes; docs/decisions/2026-11-23-strangers.md says why these. */
const LIMITS = { address: 10, device: 10, strangers: 100 };

type LoginAttempt =
  | { readonly kind: "right"; readonly cookie: string }
  | { readonly kind: "wrong" }
  | Refusal;

/** Who tries a password. */
export interface LoginCandidate {
  /** `ClientKey` */
  readonly address: string;
  /** `WebAccess.findDevice`: these are not held back by what strangers do. */
  readonly device: string | undefined;
}

/**
 * Bounds how often passwords are tried: from one address, and by all browsers together that have never logged in. An attempt counts before
 * its password is looked at, and is taken back when it was right. Throws where nothing can be counted.
 */
export interface LoginGuard {
  attempt(
    candidate: LoginCandidate,
    /** The cookie for a visitor who gave the right password. */
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
      // Only now: an address that is refused uses up nothing of what the others have.
      if ((await counters.add([group])).kind === "refused") {
        await counters.add([takenBack(own)]);
        return lock(expiresAt - now());
      }
      const cookie = await login();
      if (cookie !== undefined) {
        await Promise.all(
          [own, group].map((change) => counters.add([takenBack(change)])),
        );
        return { kind: "right", cookie };
      }
      await delay(counting.sums[0]?.["wrong"] ?? 1);
      return { kind: "wrong" };
    },
  };
}

function takenBack({ key, expiresAt }: CounterChange): CounterChange {
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
