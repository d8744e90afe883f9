import type { MiddlewareHandler } from "hono";
import type { Problem } from "../channel.ts";
import { describeFailure } from "../describe-failure.ts";
import type { RateCount, RateLimiter } from "../rate-limiter.ts";
import { problemResponse } from "./problem-response.ts";

const MINUTE_MS = 60_000;

/** How many requests each caller by HTTP may make. */
export interface CallerRate {
  readonly limiter: RateLimiter;
  /** 0: no limit. */
  readonly requestsPerMinute: number;
}

/**
 * Lets a caller, who is known by then, make so many requests in a minute, and tells it in each answer how many are left, by the headers
 * `RateLimit-*`. Where nothing can be counted, requests pass: a brake that is broken must not stop those who keep to the limit.
 */
export function limitRate({
  limiter,
  requestsPerMinute: limit,
}: CallerRate): MiddlewareHandler<{ Variables: { caller: string } }> {
  if (limit === 0) return (_, next) => next();
  return async (context, next) => {
    const count = await limiter
      .take(`caller/${context.var.caller}/requests`, {
        limit,
        windowMs: MINUTE_MS,
      })
      .catch((error: unknown) => {
        const event = "requests not counted";
        console.error(JSON.stringify({ event, ...describeFailure(error) }));
        return undefined;
      });
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
    title: "Too many requests in a minute",
    detail: `A caller may make ${limit} requests a minute here. Nothing was done; make this one again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
