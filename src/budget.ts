import type { ChannelName } from "./message.ts";

/** How much may be used. 0: no limit. */
export interface BudgetLimits {
  /** Of one person. */
  readonly messagesPerMinute: number;
  /** Prompts and replies of all model calls for one person on one day, in UTC. */
  readonly userDailyTokens: number;
  /** The same for everybody on one channel, so that none can use up what the others need. One that is not named has no limit. */
  readonly channelDailyTokens: Readonly<Record<ChannelName, number>> & {
    readonly web: number;
  };
  /** The same for everybody. */
  readonly globalDailyTokens: number;
}

/** Who a model call is made for. */
export interface Spender {
  /** A name that says nothing of them. */
  readonly person: string;
  readonly channel: ChannelName;
}

/** A message too many of its author in a minute. */
export interface MessageExcess {
  readonly kind: "limited";
  readonly limit: number;
  /** Until messages are counted from zero again. */
  readonly waitMs: number;
  /** The first one too many in its minute. */
  readonly isFirst: boolean;
}

type MessageCount = { readonly kind: "counted" } | MessageExcess;

/** What a model call may use, in tokens. */
interface CallEstimate {
  /** `expected`: what the prompt is probably counted as; `atMost`: what no provider exceeds. */
  readonly prompt: { readonly expected: number; readonly atMost: number };
  /** With less than `atLeast` the call is not worth making. */
  readonly reply: { readonly atLeast: number; readonly atMost: number };
}

/** Tokens set aside for one model call. */
export interface Reservation extends Spender {
  /** How long the reply may be. */
  readonly replyTokens: number;
  /** Days since the epoch, in UTC. */
  readonly day: number;
  /** By how much the sums of each scope have grown. */
  readonly booked: Readonly<Partial<Record<BudgetScope, number>>>;
}

/** A call that has ended. */
export interface SettledCall {
  readonly reservation: Reservation;
  /** What it has used. */
  readonly tokens: number;
}

/** Whose budget is spent. */
export type BudgetScope = "person" | "channel" | "everybody";

/**
 * `spent`: too little is left of the day's budget. `busy`: too little is left until other calls have ended, which have reserved
 * more than they will use. Nothing was reserved in both cases.
 */
type ReservationResult =
  | { readonly kind: "reserved"; readonly reservation: Reservation }
  | {
      readonly kind: "spent" | "busy";
      readonly scope: BudgetScope;
      /** Until the next day begins. */
      readonly waitMs: number;
    };

/** What a person has used today. */
export interface PersonUsage {
  readonly tokens: number;
  /** Without those that were too many. */
  readonly messages: number;
  /** Until the next day begins. */
  readonly waitMs: number;
}

/**
 * Counts what people use and keeps them within the limits, whatever they do at once: what has been spent never exceeds a limit
 * by more than one call. Where a limit is 0 it counts and never refuses. Methods throw when
 * nothing could be counted.
 */
export interface Budget {
  readonly limits: BudgetLimits;
  /**
   * Counts one message, each time that it is called. Presses of buttons are counted apart, within the same limit: someone who has written too
   * much can still press.
   */
  countMessage(
    person: string,
    options?: { readonly isPress?: boolean },
  ): Promise<MessageCount>;
  /**
   * Sets tokens aside for a call before it is made: for the whole prompt at its worst, and for as much of a reply as fits. Where
   * that is too much for what is left of a limit, one call at a time is made on what is expected of its prompt, which may end above
   * the limit by the difference.
   * @param settled calls before it, as in `settle`; they count whatever the result is
   */
  reserve(
    spender: Spender,
    call: CallEstimate & { readonly settled: readonly SettledCall[] },
  ): Promise<ReservationResult>;
  /**
   * Books what calls have used in place of what was reserved for them. Call it once for each; not again where it has thrown.
   * A reservation that nobody settles stays booked: its process died while the model was asked, which was most likely paid for.
   */
  settle(calls: readonly SettledCall[]): Promise<void>;
  usageOf(person: string): Promise<PersonUsage>;
}
