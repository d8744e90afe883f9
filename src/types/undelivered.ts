import type { Failure, FailureList } from "./archive.ts";
import type { CallbackAnswer } from "./callback-queue.ts";
import type { EventAudience } from "./event.ts";

/** A callback or an event that was given up, without what people wrote. */
export interface Undelivered extends Failure {
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

export type UndeliveredList = FailureList<Undelivered>;
