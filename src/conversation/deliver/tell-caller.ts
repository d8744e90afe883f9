import { MAX_ATTEMPTS, retryDelayMs } from "../../runtime/backoff.ts";
import { logError } from "../../runtime/log.ts";
import { callbackOf, type CallbackQueue } from "../../types/callback-queue.ts";
import type { Turn } from "../../types/turn.ts";

/** `told`: the callback is queued, or the turn owes none. */
type Telling =
  | { readonly kind: "told" | "failed" }
  | { readonly kind: "later"; readonly delayMs: number };

/** Queues the callback that an ended turn owes; safe to repeat. */
export async function tellCaller({
  turn,
  attempts,
  callbacks,
  signal,
}: {
  turn: Turn;
  /** Counts from 1. */
  attempts: number;
  callbacks: Pick<CallbackQueue, "enqueue">;
  signal: AbortSignal;
}): Promise<Telling> {
  const callback = callbackOf(turn.message);
  if (callback === undefined) return { kind: "told" };
  if (attempts > MAX_ATTEMPTS) return { kind: "failed" };
  try {
    await callbacks.enqueue(callback);
    return { kind: "told" };
  } catch (error) {
    signal.throwIfAborted();
    logError("callback not queued", { turn: turn.id, attempts, error });
    return attempts < MAX_ATTEMPTS
      ? { kind: "later", delayMs: retryDelayMs({ attempts }) }
      : { kind: "failed" };
  }
}
