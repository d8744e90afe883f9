import { refuse, toSeconds, type Refusal } from "../../http/problems.ts";
import { guessDelayMs } from "../../limits/guess-delay.ts";
import type { Limiter } from "../../limits/limiter.ts";
import { countOf } from "../../text/text.ts";

/**
 * Wrong passwords per ten minutes; reasons:
 * docs/decisions/2026-11-23-strangers.md
 */
const LIMITS = { address: 10, device: 10, strangers: 100 };

const WINDOW_MS = 10 * 60_000;

export interface LoginGuard {
  readonly limiter: Limiter;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

export interface LoginCandidate {
  /** A `ClientKey`. */
  readonly address: string;
  /**
   * From `WebAccess.findDevice`. Known devices are not locked out by strangers'
   * attempts.
   */
  readonly device: string | undefined;
}

type LoginAttempt =
  | { readonly kind: "right"; readonly cookie: string }
  | { readonly kind: "wrong" }
  | Refusal;

/**
 * Limits wrong passwords per address and per device; browsers that have never
 * logged in share one limit. Counts an attempt before it checks the password,
 * and takes it back if the password was right. Throws if counting fails.
 */
export async function attemptLogin(
  {
    limiter,
    sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }: LoginGuard,
  { address, device }: LoginCandidate,
  /** Returns the cookie if the password is right. */
  login: () => Promise<string | undefined>,
): Promise<LoginAttempt> {
  const count = async (owner: string, limit: number) => {
    const key = `${owner}/logins`;
    const held = { key, limit, windowMs: WINDOW_MS, isHeld: true };
    const taking = await limiter.take([held]);
    if (taking.kind === "uncounted") throw taking.error;
    return taking;
  };
  const own = await count(address, LIMITS.address);
  if (own.kind === "exceeded") return lock(own.resetMs);
  // Second, so that a rejected address does not use up the others' share.
  const group = await (device === undefined
    ? count("everybody/strangers", LIMITS.strangers)
    : count(`device/${device}`, LIMITS.device));
  if (group.kind === "exceeded") {
    await own.release();
    return lock(group.resetMs);
  }
  const cookie = await login();
  if (cookie !== undefined) {
    await Promise.all([own.release(), group.release()]);
    return { kind: "right", cookie };
  }
  await sleep(guessDelayMs(own.sum));
  return { kind: "wrong" };
}

function lock(waitMs: number): Refusal {
  const retryAfterSeconds = toSeconds(waitMs);
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return refuse({
    status: 429,
    slug: "too-many-guesses",
    title: "Too many wrong passwords",
    detail: `Password entry is locked. Try again in ${countOf(minutes, "minute")}.`,
    retryAfterSeconds,
  });
}
