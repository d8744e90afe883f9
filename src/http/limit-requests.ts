import type { MiddlewareHandler } from "hono";
import type { Limiter } from "../limits/limiter.ts";
import { countOf } from "../text/text.ts";
import type { Problem } from "../types/problem.ts";
import { problemResponse, toSeconds } from "./problems.ts";
import { admit, streamsOf, type Admission } from "./stream-place.ts";

const MINUTE_MS = 60_000;

/** Limits of each HTTP caller; 0: no limit. */
export interface CallerLimits {
  readonly limiter: Limiter;
  readonly requestsPerMinute: number;
  readonly streamsPerCaller: number;
}

/**
 * Limits an authenticated caller's requests per minute. Every response reports
 * the rest in `RateLimit-*` headers.
 */
export function limitRate({
  limiter,
  requestsPerMinute: limit,
}: CallerLimits): MiddlewareHandler<{ Variables: { caller: string } }> {
  if (limit === 0) return (_, next) => next();
  return async (context, next) => {
    const key = `caller/${context.var.caller}/requests`;
    const taking = await limiter.take([{ key, limit, windowMs: MINUTE_MS }]);
    if (taking.kind === "uncounted") return next();
    const reset = toSeconds(taking.resetMs);
    if (taking.kind === "exceeded")
      context.res = problemResponse(tooManyRequests(limit, reset));
    else await next();
    const remaining = taking.kind === "taken" ? limit - taking.sum : 0;
    const { headers } = context.res;
    headers.set("ratelimit-limit", String(limit));
    headers.set("ratelimit-remaining", String(remaining));
    headers.set("ratelimit-reset", String(reset));
    headers.set("ratelimit-policy", `${limit};w=60`);
    return undefined;
  };
}

export function tooManyRequests(
  limit: number,
  retryAfterSeconds: number,
): Problem {
  return {
    status: 429,
    slug: "too-many-requests",
    title: "Rate limit exceeded",
    detail: `The limit is ${countOf(limit, "request")} per minute for each caller. The request was not processed; retry in ${countOf(retryAfterSeconds, "second")}.`,
    retryAfterSeconds,
  };
}

/** Admits a caller's stream. */
export function openStream(
  { limiter, streamsPerCaller: limit }: CallerLimits,
  caller: string,
): Promise<Admission> {
  const problem = () => tooManyStreams(limit);
  return admit(limiter, [{ ...streamsOf(`caller/${caller}`, limit), problem }]);
}

export function tooManyStreams(limit: number): Problem {
  return {
    status: 429,
    slug: "too-many-streams",
    title: "Too many concurrent streams",
    detail: `The limit is ${countOf(limit, "concurrent stream")} for each caller. The request was not processed; retry when a stream ends, or without Accept: text/event-stream.`,
    retryAfterSeconds: 5,
  };
}
