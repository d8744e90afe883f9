import type { MessageExcess } from "./budget.ts";
import type { IncomingMessage } from "./message.ts";
import type { Turn, TurnEvent } from "./turn.ts";

/**
 * Outcome of `Mailbox.deliver`. `duplicate`: it was delivered before. `full`:
 * the conversation has too many open turns. `limited`: the author has sent too
 * many messages in a minute. In both cases nothing was stored; retry later.
 * `forgotten`, `outdated`: see `Opening`.
 */
export type Delivery =
  | { readonly kind: "accepted" | "duplicate"; readonly turn: Turn }
  | { readonly kind: "forgotten" }
  | { readonly kind: "outdated" }
  | { readonly kind: "full"; readonly limit: number }
  | MessageExcess;

export interface TurnReference {
  readonly conversation: string;
  readonly id: string;
}

/**
 * Outcome of `Mailbox.stop`. `stopping`: the turn ends within a second, or once
 * earlier turns are done if it waits for them and its reply must be sent.
 * `ended`: it already had its reply. `unknown`: never delivered, or forgotten.
 */
export type Stopping =
  | { readonly kind: "stopping" | "ended"; readonly turn: Turn }
  | { readonly kind: "unknown" };

/**
 * Outcome of `Mailbox.retry`. `not-failed`: it has not failed, or is already
 * being retried. `unknown`: never delivered, or forgotten.
 */
export type Retrying =
  | { readonly kind: "retrying" | "not-failed"; readonly turn: Turn }
  | { readonly kind: "unknown" };

/**
 * Accepts messages and runs their turns: per conversation in order of arrival,
 * one at a time, each at least once.
 */
export interface Mailbox {
  /**
   * Stores the message. Idempotent by its id; durable when it returns. Throws
   * if the message could not be stored.
   */
  deliver(message: IncomingMessage): Promise<Delivery>;
  /**
   * Stops a turn and keeps the part of the answer that is written; a waiting
   * turn ends without an answer. Durable when it returns. Later turns run as
   * usual.
   */
  stop(turn: TurnReference): Promise<Stopping>;
  /**
   * Retries a failed turn; see `reopenTurn`. Its reply goes to the same
   * address.
   */
  retry(turn: TurnReference): Promise<Retrying>;
  /**
   * Yields the turn's events, first past ones, then live ones, up to its `end`.
   * Yields nothing for an unknown turn.
   */
  watch(
    turn: TurnReference,
    options: { signal: AbortSignal },
  ): AsyncIterable<TurnEvent>;
}
