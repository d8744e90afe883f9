import type { EventAudience } from "./event.ts";
import type { TurnReference } from "./mailbox.ts";
import type { IncomingMessage } from "./message.ts";

/** What the queue sends, under its conversation and id. */
export type Callback = TurnCallback | EventCallback;

/** A turn whose caller asked for a callback when it ends. */
export interface TurnCallback extends TurnReference {
  /** Its message's `callbackUrl`. */
  readonly url: string;
}

/** An event, for one of those who are told. */
export interface EventCallback extends TurnReference {
  /** Its number in the conversation. */
  readonly event: number;
  readonly to: EventAudience;
}

/** The callback that a message asks for, if any. */
export function callbackOf({
  conversation,
  id,
  callbackUrl: url,
}: IncomingMessage): TurnCallback | undefined {
  return url === undefined ? undefined : { conversation, id, url };
}

/** Outcome of one attempt. */
export type CallbackAnswer =
  | { readonly kind: "answered"; readonly statusCode: number }
  /**
   * There was no response, or nothing was sent. `error`: a sentence for the
   * caller, without secrets.
   */
  | { readonly kind: "unanswered"; readonly error: string };

export interface CallbackDelivery {
  /** Counts from 1, over all attempts of the callback. */
  readonly attempt: number;
  readonly at: number;
  /** Missing while the attempt runs, and if its process died. */
  readonly end?: {
    readonly durationMs: number;
    readonly answer: CallbackAnswer;
  };
}

/**
 * `pending`: another attempt follows. `failed`: the last attempt failed.
 * `stopped`: the receiver wants no more (410).
 */
export type CallbackStatus = "pending" | "delivered" | "failed" | "stopped";

/** A callback and its attempts so far. */
export interface CallbackRecord {
  readonly callback: Callback;
  readonly status: CallbackStatus;
  /** Milliseconds since the epoch. Set if `pending`. */
  readonly nextAttemptAt?: number;
  /** The newest 20, oldest first. */
  readonly deliveries: readonly CallbackDelivery[];
}

/**
 * Outcome of `CallbackQueue.resend`. `pending`: an attempt is due anyway.
 * `unknown`: the turn has no callback, has not ended, or was forgotten.
 */
export type Resending = "resending" | "pending" | "unknown";

/**
 * Notifies callers of the end of their turns, and others of events, at least
 * once each, and retries for some hours if they are unreachable. It stores no
 * texts: the payload is read when it is sent. Every method throws if the queue
 * is unreachable.
 */
export interface CallbackQueue {
  /**
   * Adds the callback of a turn that has ended, or of an event; durable when it
   * returns. Idempotent, but sends another one if the turn has since ended
   * differently, e.g. it failed and was retried.
   */
  enqueue(callback: Callback): Promise<void>;
  /** Finds a callback until 30 days after its last attempt. */
  find(turn: TurnReference): Promise<CallbackRecord | undefined>;
  /** Makes one more attempt, now. */
  resend(turn: TurnReference): Promise<Resending>;
  /** Erases all callbacks of the conversation; pending ones are not sent. */
  forget(conversation: string): Promise<void>;
}
