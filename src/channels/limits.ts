import { logError } from "../log.ts";
import type { MiddlewareHandler } from "hono";
import type { Problem } from "../channel.ts";
import type { CounterChange, Counters, Counting } from "../counters.ts";
import type { RateCount, RateLimiter } from "../rate-limiter.ts";
import {
  problemResponse,
  type Refusal,
  refuse,
  toSeconds,
} from "./problems.ts";

/** `undefined`, and a line in the log, where nothing can be counted: a broken brake must not stop callers that keep to the limit. */
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

/** How many requests each caller by HTTP may make. */
export interface CallerRate {
  readonly limiter: RateLimiter;
  /** 0: no limit. */
  readonly requestsPerMinute: number;
}

/** Lets a known caller make so many requests in a minute. The headers `RateLimit-*` of each answer say how many are left. */
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

function tooManyRequests({ limit, resetMs }: RateCount): Problem {
  const retryAfterSeconds = toSeconds(resetMs);
  return {
    status: 429,
    slug: "too-many-requests",
    title: "Rate limit exceeded",
    detail: `The limit is ${limit} requests per minute for each caller. The request was not processed; retry in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
}

/** How long a stream may be open, and counts at most where its process dies: longer than a model may take. `Last-Event-ID` resumes one that is cut. */
export const STREAM_MS = 15 * 60_000;

/** Somebody who may have so many streams open at the same time. */
interface StreamOwner {
  /** Of the caller, the address or the visitor. */
  readonly key: string;
  /** 0: no limit. */
  readonly limit: number;
}

/** A place among the open streams. Use it with `await using`, which gives it back where no stream has taken it. Never throws. */
export interface StreamPlace extends AsyncDisposable {
  /** From now on it belongs to the stream, which calls the returned function at its end. */
  take(): () => Promise<void>;
}

/** `full`: this owner has as many open as it may. `refused`: that other change was. */
type StreamOpening =
  | { readonly kind: "open"; readonly place: StreamPlace }
  | { readonly kind: "full"; readonly owner: StreamOwner }
  | { readonly kind: "refused"; readonly change: CounterChange };

/** For what does not count. */
export const NOWHERE = createPlace(async () => {});

/**
 * Counts streams, and all else that holds a connection until an answer is there. They count in the quarter of an hour in which they are opened: an
 * owner may briefly have twice as many at its end, and never more.
 * @param counters all keys that are opened together lie together there
 */
export function createOpenStreams({
  counters,
  now = Date.now,
}: {
  counters: Counters;
  now?: () => number;
}) {
  /** @param also counted in the same request, or else nothing is */
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
    if (changes.length === 0) return { kind: "open", place: NOWHERE };
    const counting = await tryToCount(counters, changes);
    if (counting?.kind === "refused") {
      const change = also[counting.index];
      if (change !== undefined) return { kind: "refused", change };
      const owner = limited[counting.index - also.length];
      if (owner !== undefined) return { kind: "full", owner };
    }
    if (counting === undefined || limited.length === 0)
      return { kind: "open", place: NOWHERE };

    const leave = async (): Promise<void> => {
      const closings = limited.map((owner) => changeOf(owner, -1));
      await tryToCount(counters, closings);
    };
    return { kind: "open", place: createPlace(leave) };
  };
}

function createPlace(leave: () => Promise<void>): StreamPlace {
  let isTaken = false;
  return {
    take() {
      isTaken = true;
      return leave;
    },
    async [Symbol.asyncDispose]() {
      if (!isTaken) await leave();
    },
  };
}

/** A place for a stream, or why there is none. */
export type Admission =
  { readonly kind: "open"; readonly place: StreamPlace } | Refusal;

/** Bounds how many answers a caller by HTTP has streamed at the same time. */
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

/** For what is answered at once. */
export const NOT_STREAMED = { kind: "open", place: NOWHERE } as const;

function tooManyStreams(limit: number): Problem {
  return {
    status: 429,
    slug: "too-many-streams",
    title: "Too many concurrent streams",
    detail: `The limit is ${limit} concurrent streams for each caller. The request was not processed; retry when a stream ends, or without Accept: text/event-stream.`,
    retryAfterSeconds: 5,
  };
}
