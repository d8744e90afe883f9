import type { Limit, Limiter } from "../limits/limiter.ts";
import type { Problem } from "../types/problem.ts";
import { refuse, toSeconds, type Refusal } from "./problems.ts";

/**
 * Maximum duration of a stream, longer than a model takes. A stream that is cut
 * can be resumed by `Last-Event-ID`. Also bounds how long a stream counts if
 * its process dies.
 */
export const STREAM_MS = 15 * 60_000;

/**
 * A slot for an open stream. Use `await using`: it releases the slot unless a
 * stream has taken it. Never throws.
 */
export interface StreamPlace extends AsyncDisposable {
  /**
   * Hands the slot to a stream, which calls the returned function at its end.
   */
  take(): () => Promise<void>;
}

/** A slot for a stream, or why there is none. */
export type Admission =
  { readonly kind: "open"; readonly place: StreamPlace } | Refusal;

/** A limit, and the problem of who exceeds it. */
export interface StatedLimit extends Limit {
  readonly problem: (retryAfterSeconds: number) => Problem;
}

/**
 * Limits an owner's concurrent streams. Each counts in the quarter of an hour
 * in which it was opened, so at its end an owner may briefly have twice its
 * limit.
 */
export function streamsOf(owner: string, limit: number): Limit {
  return {
    key: `${owner}/streams`,
    limit,
    windowMs: STREAM_MS,
    isHeld: true,
  };
}

/**
 * Takes from all limits or from none. The place holds those of streams until it
 * is released.
 */
export async function admit(
  limiter: Limiter,
  limits: readonly StatedLimit[],
): Promise<Admission> {
  const taking = await limiter.take(limits);
  switch (taking.kind) {
    case "taken":
      return { kind: "open", place: createPlace(taking.release) };
    case "exceeded":
      return refuse(taking.limit.problem(toSeconds(taking.resetMs)));
    case "uncounted":
      return NOT_COUNTED;
  }
}

function createPlace(release: () => Promise<void>): StreamPlace {
  let isTaken = false;
  return {
    take() {
      isTaken = true;
      return release;
    },
    async [Symbol.asyncDispose]() {
      if (!isTaken) await release();
    },
  };
}

/** For requests that are answered at once, and streams that do not count. */
export const NOT_COUNTED = {
  kind: "open",
  place: createPlace(async () => {}),
} as const;
