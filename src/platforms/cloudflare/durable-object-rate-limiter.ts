import type { RateLimiter } from "../../rate-limiter.ts";
import type { Env } from "./env.ts";

/** The way to the object of each caller. */
export function createDurableObjectRateLimiter({
  namespace,
  limit,
  now = Date.now,
}: {
  namespace: Env["RATE_LIMIT"];
  limit: number;
  now?: () => number;
}): RateLimiter {
  return {
    take: async (caller) =>
      namespace.getByName(caller).take({ limit, now: now() }),
  };
}
