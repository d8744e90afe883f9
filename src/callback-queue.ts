import type { TurnReference } from "./ports.ts";

/** A turn whose caller wants to be told how it ends. */
export interface Callback extends TurnReference {
  /** Where: http(s), as it was accepted. */
  readonly url: string;
  /** Whose secrets sign it. */
  readonly caller: string;
}

/** What came of one attempt. */
export type CallbackAnswer =
  | { readonly kind: "answered"; readonly statusCode: number }
  /** There was no answer, or nothing was sent. `error`: a sentence for the caller, without secrets. */
  | { readonly kind: "unanswered"; readonly error: string };

/** One attempt to tell the caller. */
export interface CallbackDelivery {
  /** Counts from 1, over all of the callback's attempts. */
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Left out while it runs, and for ever where its process died. */
  readonly end?: {
    readonly durationMs: number;
    readonly answer: CallbackAnswer;
  };
}

/** `pending`: another attempt comes. `failed`: the last one failed. `stopped`: the receiver wants no more (410). */
export type CallbackStatus = "pending" | "delivered" | "failed" | "stopped";

/** A callback and what has come of it. */
export interface CallbackRecord {
  readonly callback: Callback;
  readonly status: CallbackStatus;
  /** Milliseconds since the epoch; of a pending one. */
  readonly nextAttemptAt?: number;
  /** Oldest first; the newest 20 of them. */
  readonly deliveries: readonly CallbackDelivery[];
}

/** `pending`: it comes by itself. `unknown`: the turn has no callback, its end was not reached yet, or it was forgotten. */
export type Resending = "resending" | "pending" | "unknown";

/**
 * Tells callers how their turns have ended, at least once each, and tries for some hours where they cannot be reached. It
 * keeps no texts: what is told is read when it is told. Every method throws where the queue cannot be reached.
 */
export interface CallbackQueue {
  /**
   * For a turn that has ended; durable when it returns. The same again changes nothing, except that a turn which has ended
   * in another way since it was told (it had failed, and ran again) is told again.
   */
  enqueue(callback: Callback): Promise<void>;
  /** For 30 days after the last attempt. */
  find(turn: TurnReference): Promise<CallbackRecord | undefined>;
  /** One more attempt, now. */
  resend(turn: TurnReference): Promise<Resending>;
  /** Erases all callbacks of the conversation; those that are pending are not sent any more. */
  forget(conversation: string): Promise<void>;
}
