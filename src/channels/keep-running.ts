import type { Context } from "hono";

/** Has the platform see the work through though the caller leaves, where it would end it with the connection. */
export function keepRunning(context: Context, work: Promise<unknown>): void {
  try {
    context.executionCtx.waitUntil(work);
  } catch {
    // There is none: the process runs on by itself.
  }
}
