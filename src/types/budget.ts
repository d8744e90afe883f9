import type { ChannelName } from "./message.ts";

/** Limits on usage. 0: no limit. */
export interface BudgetLimits {
  /** Messages of one person. */
  readonly messagesPerMinute: number;
  /** Prompt and reply tokens of all model calls for one person, per UTC day. */
  readonly userDailyTokens: number;
  /**
   * The same for all users of one channel, so that no channel can exhaust the
   * budget of the others. A channel that is missing has no limit.
   */
  readonly channelDailyTokens: Readonly<Record<ChannelName, number>> & {
    readonly web: number;
  };
  /** The same for all visitors of one site that embeds the chat. */
  readonly siteDailyTokens?: number;
  /** The same for the whole deployment. */
  readonly globalDailyTokens: number;
}

/** On whose behalf a model call is made. */
export interface Spender {
  /** A pseudonymous id. */
  readonly person: string;
  readonly channel: ChannelName;
  readonly site?: string;
}

/** A message that exceeds its author's limit per minute. */
export interface MessageExcess {
  readonly kind: "limited";
  readonly limit: number;
  /** Until the count starts again from zero. */
  readonly waitMs: number;
  /** The first excess message of its minute. */
  readonly isFirst: boolean;
}

export type MessageCount = { readonly kind: "counted" } | MessageExcess;

/** Tokens that a model call may use. */
interface CallEstimate {
  /** `expected`: an estimate. `atMost`: an upper bound for any provider. */
  readonly prompt: { readonly expected: number; readonly atMost: number };
  /** With less than `atLeast`, the call is not worth making. */
  readonly reply: { readonly atLeast: number; readonly atMost: number };
}

/** Tokens set aside for one model call. */
export interface Reservation extends Spender {
  /** Maximum length of the reply. */
  readonly replyTokens: number;
  /** UTC days since the epoch. */
  readonly day: number;
  /** Tokens added to the sums of each scope. */
  readonly booked: Readonly<Partial<Record<BudgetScope, number>>>;
}

export interface SettledCall {
  readonly reservation: Reservation;
  /** Tokens that it used. */
  readonly tokens: number;
}

/** Whose budget a limit applies to. */
export type BudgetScope = "person" | "site" | "channel" | "everybody";

/**
 * `spent`: too little is left of the day's budget. `busy`: too little is left
 * until running calls, which reserve more than they use, have finished. Neither
 * reserves anything.
 */
type ReservationResult =
  | { readonly kind: "reserved"; readonly reservation: Reservation }
  | {
      readonly kind: "spent" | "busy";
      readonly scope: BudgetScope;
      /** Until the next UTC day. */
      readonly waitMs: number;
    };

/** A person's usage today. */
export interface PersonUsage {
  readonly tokens: number;
  /** Without rejected messages. */
  readonly messages: number;
  /** Until the next UTC day. */
  readonly waitMs: number;
}

/**
 * Counts usage and enforces the limits, also for concurrent calls: spending
 * exceeds a limit by one call at most. With a limit of 0 it counts but never
 * rejects. Methods throw if nothing could be counted.
 */
export interface Budget {
  readonly limits: BudgetLimits;
  /**
   * Counts one message; not idempotent. Button presses have a count of their
   * own under the same limit, so that someone who has written too much can
   * still press buttons.
   */
  countMessage(
    person: string,
    options?: { readonly isPress?: boolean },
  ): Promise<MessageCount>;
  /**
   * Reserves tokens for a call: the upper bound of its prompt, and as much of a
   * reply as fits. If the upper bound does not fit, the expected prompt is
   * reserved instead, for one call at a time; such a call may exceed the limit
   * by the difference.
   * @param settled earlier calls, as in `settle`; counted even if this one is
   * refused
   */
  reserve(
    spender: Spender,
    call: CallEstimate & { readonly settled: readonly SettledCall[] },
  ): Promise<ReservationResult>;
  /**
   * Replaces reservations with actual usage. Call it once per reservation, and
   * do not repeat it if it throws. A reservation that is never settled stays
   * booked: its process died during the call, which the provider most likely
   * charged for.
   */
  settle(calls: readonly SettledCall[]): Promise<void>;
  usageOf(person: string): Promise<PersonUsage>;
}
