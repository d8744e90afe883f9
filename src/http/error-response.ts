import { logError } from "../runtime/log.ts";
import { BusyError } from "../types/errors.ts";
import type { Problem } from "../types/problem.ts";
import { problemResponse, toSeconds } from "./problems.ts";

/**
 * Logs an unexpected error and returns a response that reveals nothing about
 * it.
 */
export function errorResponse(
  error: unknown,
  { route }: { route: string },
): Response {
  logError("request failed", { route, error });
  if (error instanceof BusyError) return problemResponse(tooBusy(error));
  return problemResponse(INTERNAL_ERROR);
}

export const INTERNAL_ERROR: Problem = {
  status: 500,
  slug: "internal-error",
  title: "Internal error",
  detail:
    "The message may or may not have been stored. Resend it with the same id: it is answered once.",
};

export function tooBusy({
  retryAfterMs,
}: Pick<BusyError, "retryAfterMs">): Problem {
  return {
    status: 503,
    slug: "busy",
    title: "Too many concurrent requests",
    detail:
      "The store is busy or unavailable. Retry later; resend a message with the same id, so that it is answered once.",
    retryAfterSeconds: toSeconds(retryAfterMs),
  };
}
