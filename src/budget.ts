/** How much people may use. 0: no limit. */
export interface BudgetLimits {
  /** Of one person. */
  readonly messagesPerMinute: number;
  /** Prompts and replies of all model calls for one person on one day, in UTC. */
  readonly userDailyTokens: number;
  /** The same for all people together. */
  readonly globalDailyTokens: number;
}

/** A message that wants to be answered. */
export interface CountedMessage {
  /** Known again: the same one is counted once a day. */
  readonly id: string;
  readonly person: string;
  /** When it came; milliseconds since the epoch. */
  readonly at: number;
}

/** A message too many of its author in a minute. */
export interface MessageExcess {
  readonly kind: "limited";
  readonly limit: number;
  /** Until messages are counted from nought again. */
  readonly waitMs: number;
  /** The first one too many in its minute, however often it is counted. */
  readonly isFirst: boolean;
}

export type MessageCount = { readonly kind: "counted" } | MessageExcess;

/** Tokens for one model call. */
export interface TokenReservation {
  /** Unique among all calls that were ever made. */
  readonly id: string;
  readonly person: string;
  /** What the call will use, as far as one can tell. */
  readonly tokens: number;
}

/** What a call has really used. */
export interface CallUsage {
  /** Of its reservation. */
  readonly id: string;
  readonly tokens: number;
}

/** Whose budget is spent. */
export type BudgetScope = "person" | "everybody";

/** `spent`: nothing was reserved, since it would go beyond the day's limit. */
export type ReservationResult =
  | { readonly kind: "reserved" }
  | {
      readonly kind: "spent";
      readonly scope: BudgetScope;
      /** Until the next day begins. */
      readonly waitMs: number;
    };

/** What a person has used today. */
export interface PersonUsage {
  readonly tokens: number;
  /** Those that were too many are not among them. */
  readonly messages: number;
  /** Until the next day begins. */
  readonly waitMs: number;
}

/**
 * Counts what people use, and keeps them within the limits, whatever they do at once. Where a limit is 0 it counts and
 * never refuses. Forgets a day when the day after it is over. Methods throw when nothing could be counted.
 */
export interface Budget {
  readonly limits: BudgetLimits;
  countMessage(message: CountedMessage): Promise<MessageCount>;
  /**
   * Books what a call will use, before it is made, unless the sum of all that was booked would go beyond a limit. Again
   * with the same id it changes nothing, while the call is not settled. `settled`: calls before it, as in `settle`, to save
   * a round trip; they count also where it comes to `spent`.
   */
  reserve(
    reservation: TokenReservation,
    options: { settled: readonly CallUsage[] },
  ): Promise<ReservationResult>;
  /**
   * Books what calls have used in place of what was reserved for them, on the day of the reservation. Once per id; nothing
   * for unknown ones. A reservation that nobody settles stays: its process died while the model was asked, which was
   * most likely paid for.
   */
  settle(calls: readonly CallUsage[]): Promise<void>;
  usageOf(person: string): Promise<PersonUsage>;
}
