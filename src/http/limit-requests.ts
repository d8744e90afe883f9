import type { MiddlewareHandler } from "hono";
import { logError } from "../runtime/log.ts";
import type { CounterChange, Counters, Counting } from "../types/counters.ts";
import type { Problem } from "../types/problem.ts";
import type { RateCount, RateLimiter } from "../types/rate-limiter.ts";
import {
  problemResponse,
  refuse,
  toSeconds,
  type Refusal,
} from "./problems.ts";

/**
 * Returns `undefined`, and logs an error, if the counters fail: callers within
 * the limits must not be affected.
 */
export function tryToCount(
  counters: Counters,
  changes: readonly CounterChange[],
): Promise<Counting | undefined> {
  return orUncounted(counters.add(changes));
}

async function orUncounted<Count>(
  count: Promise<Count>,
): Promise<Count | undefined> {
  try {
    return await count;
  } catch (error) {
    logError("requests not counted", { error });
    return undefined;
  }
}

const MINUTE_MS = 60_000;

/** Rate limit of each HTTP caller. */
export interface CallerRate {
  readonly limiter: RateLimiter;
  /** 0: no limit. */
  readonly requestsPerMinute: number;
}

/**
 * Limits an authenticated caller's requests per minute. Every response reports
 * the rest in `RateLimit-*` headers.
 */
export function limitRate({
  limiter,
  requestsPerMinute: limit,
}: CallerRate): MiddlewareHandler<{ Variables: { caller: string } }> {
  if (limit === 0) return (_, next) => next();
  return async (context, next) => {
    const key = `caller/${context.var.caller}/requests`;
    const count = await orUncounted(
      limiter.take(key, { limit, windowMs: MINUTE_MS }),
    );
    if (count === undefined) return next();
    if (count.isExceeded) context.res = problemResponse(tooManyRequests(count));
    else await next();
    for (const [name, value] of Object.entries(toHeaders(count)))
      context.res.headers.set(name, value);
    return undefined;
  };
}

function toHeaders({ limit, remaining, resetMs }: RateCount) {
  return {
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(toSeconds(resetMs)),
    "ratelimit-policy": `${limit};w=60`,
  };
}

export function tooManyRequests({
  limit,
  resetMs,
}: Pick<RateCount, "limit" | "resetMs">): Problem {
  const retryAfterSeconds = toSeconds(resetMs);
  return {
    status: 429,
    slug: "too-many-requests",
    title: "Rate limit exceeded",
    detail: `The limit is ${limit} requests per minute for each caller. The request was not processed; retry in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
}

/**
 * Maximum duration of a stream, longer than a model takes. A stream that is cut
 * can be resumed by `Last-Event-ID`. Also bounds how long a stream counts if
 * its process dies.
 */
export const STREAM_MS = 15 * 60_000;

/** Whose concurrent streams are limited. */
interface StreamOwner {
  /** Identifies a caller, an address or a visitor. */
  readonly key: string;
  /** 0: no limit. */
  readonly limit: number;
}

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

/**
 * `full`: the owner has reached its limit. `refused`: the given other change
 * was refused.
 */
type StreamOpening =
  | { readonly kind: "open"; readonly place: StreamPlace }
  | { readonly kind: "full"; readonly owner: StreamOwner }
  | { readonly kind: "refused"; readonly change: CounterChange };

/** For streams that are not counted. */
export const UNCOUNTED_PLACE = createPlace(async () => {});

/**
 * Counts streams and other requests that hold a connection until their reply.
 * Each counts in the quarter of an hour in which it was opened, so at its end
 * an owner may briefly have twice its limit.
 * @param counters must store the keys of one call together
 */
export function createOpenStreams({
  counters,
  now = Date.now,
}: {
  counters: Counters;
  now?: () => number;
}) {
  /** @param also changes counted in the same transaction: all or nothing */
  return async (
    owners: readonly StreamOwner[],
    also: readonly CounterChange[] = [],
  ): Promise<StreamOpening> => {
    const bucket = Math.floor(now() / STREAM_MS);
    const limited = owners.filter(({ limit }) => limit > 0);
    const changeOf = ({ key, limit }: StreamOwner, open: 1 | -1) => ({
      key: `${key}/streams/${bucket}`,
      add: { open },
      atMost: { open: limit },
      expiresAt: (bucket + 2) * STREAM_MS,
    });
    const changes = [...also, ...limited.map((owner) => changeOf(owner, 1))];
    if (changes.length === 0) return { kind: "open", place: UNCOUNTED_PLACE };
    const counting = await tryToCount(counters, changes);
    if (counting?.kind === "refused") {
      const change = also[counting.index];
      if (change !== undefined) return { kind: "refused", change };
      const owner = limited[counting.index - also.length];
      if (owner !== undefined) return { kind: "full", owner };
    }
    if (counting === undefined || limited.length === 0)
      return { kind: "open", place: UNCOUNTED_PLACE };

    const release = async (): Promise<void> => {
      const closings = limited.map((owner) => changeOf(owner, -1));
      await tryToCount(counters, closings);
    };
    return { kind: "open", place: createPlace(release) };
  };
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

/** A slot for a stream, or why there is none. */
export type Admission =
  { readonly kind: "open"; readonly place: StreamPlace } | Refusal;

/** Limits concurrent streams of an HTTP caller. */
export type OpenCallerStream = (caller: string) => Promise<Admission>;

export function createCallerStreams({
  limit,
  counters,
}: {
  /** 0: no limit. */
  limit: number;
  counters: Counters;
}): OpenCallerStream {
  const open = createOpenStreams({ counters });
  return async (caller) => {
    const opening = await open([{ key: `caller/${caller}`, limit }]);
    return opening.kind === "open" ? opening : refuse(tooManyStreams(limit));
  };
}

/** For requests that are answered immediately. */
export const NOT_STREAMED = { kind: "open", place: UNCOUNTED_PLACE } as const;

export function tooManyStreams(limit: number): Problem {
  return {
    status: 429,
    slug: "too-many-streams",
    title: "Too many concurrent streams",
    detail: `The limit is ${limit} concurrent streams for each caller. The request was not processed; retry when a stream ends, or without Accept: text/event-stream.`,
    retryAfterSeconds: 5,
  };
}
