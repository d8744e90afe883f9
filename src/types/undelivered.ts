import type { CallbackAnswer } from "./callback-queue.ts";
import type { EventAudience } from "./event.ts";
import type { TurnReference } from "./mailbox.ts";

/** A callback or an event that was given up, without what people wrote. */
export interface Undelivered extends TurnReference {
  readonly failedAt: number;
  /** From then on it is not listed any more. */
  readonly expiresAt?: number;
  /** Whom it is for: the caller of the message, or those told of events. */
  readonly to: "caller" | EventAudience;
  /** What it tells, like `message.answered`; missing: no attempt began. */
  readonly type?: string;
  /** `stopped`: the receiver wants it no more (410). */
  readonly status: "failed" | "stopped";
  readonly attempts: number;
  /** Of the last attempt; missing: its process died. */
  readonly answer?: CallbackAnswer;
}

/** `number` is unique in the list and never reused. */
export interface ListedUndelivered extends Undelivered {
  readonly number: number;
}

/** Of the last 10,000 in all conversations, those that are not resolved. */
export interface UndeliveredList {
  /** No-op if it is listed. What has failed again gets a new number. */
  add(failure: Undelivered): Promise<void>;
  /** No-op if it is not listed. */
  remove(turn: TurnReference): Promise<void>;
  /** Removes all of a conversation. */
  forget(conversation: string): Promise<void>;
  find(number: number): Promise<ListedUndelivered | undefined>;
  /** Returns failures with a number below `before`, newest first. */
  list(options: {
    limit: number;
    before?: number;
  }): Promise<readonly ListedUndelivered[]>;
}
